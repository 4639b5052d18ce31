# What may go into a PDF. Every check is true when all is well; else it prints a line that begins
# with the mark of a refusal. REFLECTEX_BASE is the name of the main file without its ending,
# REFLECTEX_ROOTS are the folders of the system that TeX may take fonts and pictures from.

our $blank = qr/(?:[\s\0]|%[^\n\r]*(?:[\n\r]|\z))*/;    # what xdvipdfmx skips
our $family = qr/(?:pdf|x|dvipdfmx|html|ps):|psfile|plotfile|header|postscriptbox/;

sub reflectex_refuse {
  my ($what, $name) = @_;
  $name =~ s/[^ -~]/?/g;
  my $line = "$ENV{REFLECTEX_REFUSED}: $what: " . substr($name, 0, 200) . "\n";
  print STDOUT "\n$line";
  if (open(my $handle, ">>", "$ENV{REFLECTEX_BASE}.refused")) {
    print $handle $line;
    close($handle);
  }
  return 0;
}

sub reflectex_bytes {
  open(my $handle, "<:raw", $_[0]) or return "";
  local $/;
  my $bytes = <$handle>;
  close($handle);
  return defined $bytes ? $bytes : "";
}

# A name that means a file below the build folder, whoever reads it: kpathsea puts values for
# variables and homes for a tilde, after it asked whether the name is a relative one.
sub reflectex_near {
  my ($name) = @_;
  return $name !~ m{^\s*(?:/|!!|\w+:)} && $name !~ m{[\$~]} && $name !~ m{(?:^|/)\.\.(?:/|$)};
}

# The true name of a file that was opened: near, or in one of the system's folders.
sub reflectex_known {
  my ($name, $folder) = @_;
  return 0 if $name =~ m{(?:^|/)\.\.(?:/|$)};
  return 1 if $name !~ m{^/};
  foreach my $root (split(/:/, $ENV{REFLECTEX_ROOTS} || ""), $folder) {
    return 1 if $root ne "" and index($name, "$root/") == 0;
  }
  return 0;
}

# A name in a command for xdvipdfmx, which searches and expands it as kpathsea does.
sub reflectex_named {
  my ($name) = @_;
  return $name !~ m{[\$`"'\\|<>%]|^(?:!!|~)} && reflectex_known($name, "");
}

# TeX's own record of the files it opened. No document can keep a line out of it, only write
# another file over it, and then it says so itself.
sub reflectex_record {
  my $base = $ENV{REFLECTEX_BASE};
  my $record = reflectex_bytes("$base.fls");
  return 1 if $record eq "" and not -e "$base.pdf" and not -e "$base.xdv";
  $record =~ /\APWD ([^\n]+)\n/ && $record !~ /\0/ && $record !~ /^OUTPUT .*\.fls$/m
    or return reflectex_refuse("a document that writes TeX's record", "$base.fls");
  my $folder = $1;
  while ($record =~ /^INPUT ([^\n]+)/mg) {
    reflectex_known($1, $folder) or return reflectex_refuse("a file from outside", $1);
  }
  return 1;
}

# What a run may have left of a file it must not read.
sub reflectex_scrub {
  unlink(map { "$ENV{REFLECTEX_BASE}.$_" } qw(pdf xdv log aux toc lof lot out bcf bbl blg));
}

# What xdvipdfmx is going to be told: XeTeX writes a \special as one byte, its length in one byte
# or four, and its text. Wherever such a byte stands, what follows is looked at.
sub reflectex_pages {
  my $pages = reflectex_bytes("$ENV{REFLECTEX_BASE}.xdv");
  while ($pages =~ /[\xef\xf2]/g) {
    my $at = pos($pages);
    my ($size, $code) = substr($pages, $at - 1, 1) eq "\xef" ? (1, "C") : (4, "N");
    my $length = unpack($code, substr($pages, $at, $size));
    next if not $length or substr($pages, $at + $size, 9) !~ /^[\s\0%]|^[A-Za-z]/;
    my $start = substr($pages, $at + $size, $length < 4000 ? $length : 4000);
    next if $start !~ /^$blank(?:$family|\z)/i;
    reflectex_special(substr($pages, $at + $size, $length)) or return 0;
  }
  return reflectex_fonts($pages);
}

sub reflectex_special {
  my ($text) = @_;
  $text =~ s/^$blank//;
  my ($line) = $text =~ /^([ -~]*)/;
  if ($text =~ s/^pdf:$blank//) {
    return reflectex_pdf_special($text) || reflectex_refuse("a file from outside in the PDF", $line);
  }
  if ($text =~ /^x:$blank/ and $text =~ /fontmap/) {
    return reflectex_refuse("a font map from outside", $line);
  }
  if ($text =~ /^dvipdfmx:/ and $text !~ /^dvipdfmx:config\s+[zVC]\s+[\w.]+\s*\z/) {
    return reflectex_refuse("an option for the PDF program", $line);
  }
  if ($text =~ /^(?:html:.*<$blank\w*img\b|ps:.*plotfile)/si) {
    return reflectex_refuse("a picture from outside", $line);
  }
  my $named = qr/\s*=?\s*"?([\w .\/+-]+?)"?((?:\s+\w+=-?[\d.]+|\s+clip)*)\s*\z/;
  my $box = qr/\{[\d.]+\s*\w*\}\s*\{[\d.]+\s*\w*\}\s*\{([\w .\/+-]+)\}\s*\z/;
  if ($text =~ /^(?:psfile|header|postscriptbox|plotfile)/i) {
    $text =~ /^(?:psfile|header)$named/i || $text =~ /^postscriptbox\s*$box/
      and reflectex_named($1)
      or return reflectex_refuse("a picture from outside", $line);
  }
  return 1;
}

# The commands for the PDF that open a file, each only in the one form that packages write.
sub reflectex_pdf_special {
  my ($text) = @_;
  my ($command) = $text =~ /^(\w+)/ or return 1;
  return 1 if $command !~ /^(?:fstream|image|epdf|map\w*|tounicode)$/;
  return $text =~ /^tounicode\s+[\w-]+\s*\z/ if $command eq "tounicode";
  return $text !~ m{[/~|\$]|\.\.|!!} if $command eq "mapline";
  if ($command eq "mapfile") {
    return $text =~ /^mapfile\s+[+=-]?\s*([\w.-]+)\s*\z/ && !-e $1 && !-e "$1.map";
  }
  return 0 if $text !~ /^\w+\s+(?:\@[\w.:-]+\s+)?(?:[\w.+-]+\s+)*\(([^\n\r]*)\)/;
  return reflectex_named($1);
}

# Fonts that XeTeX found by path: a byte, eleven more, and the name with its length before it.
sub reflectex_fonts {
  my ($pages) = @_;
  while ($pages =~ /\xfc(?=.{10}(.)(\/|[^\/]{0,200}\.\.))/sg) {
    my $name = substr($pages, pos($pages) + 11, ord($1));
    next if $name =~ /[\0\n]/ or not -e $name;
    reflectex_known($name, "") or return reflectex_refuse("a font from outside", $name);
  }
  return 1;
}
