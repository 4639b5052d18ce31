# For latexmk's option -e: wraps three of its subroutines.

{
  no warnings qw(redefine once);

  # What a run before this one refused, it does not try again.
  print STDOUT "\n", substr(reflectex_bytes("$ENV{REFLECTEX_BASE}.refused"), 0, 100_000);

  my ($find, $parse, $run) = (\&kpsewhich, \&parse_aux1, \&Run);

  # latexmk gives names to a shell and to an open() that starts programs.
  my $harmless = sub {
    my ($name) = @_;
    return 1 if $name !~ /[\$`"\\|<>\n\0]/ and $name !~ /^\s*[-+]|^\s*$/;
    return reflectex_refuse("a file name", $name);
  };

  # biber evaluates what a source map puts in the place of a match, as a string of Perl.
  my $plain = sub {
    my ($text) = @_;
    return $text !~ /&(?!amp;|lt;|gt;)/
      && $text =~ /^(?:[^"\@\$`\\]|\\[^&]|\$(?:\d+|MAP[A-Z]+)(?![\[{]|->))*$/;
  };

  # biber requires a module by the datatype's name, makes a string of Perl with the locale in it,
  # and reads what is named from the whole disk and the network.
  my $control = sub {
    my $text = reflectex_bytes($_[0]);
    return 1 if $text eq "";
    $text =~ s/^[ \t]*<!-- [\w ]+ -->[ \t]*$//mg;
    $text =~ /^<\?xml version="1\.0" encoding="UTF-8"\?>/
      or return reflectex_refuse("a bibliography control file", "not as biblatex writes it");
    $text =~ /<!|<\?(?!xml version)|\0/
      and return reflectex_refuse("a bibliography control file", $&);
    while ($text =~ /<[\w.]*:?datasource\b([^>]*)>([^<]*)/g) {
      my ($kind, $name) = ($1, $2);
      $kind =~ m{^\s*type="file"\s+datatype="bibtex"\s+(?:encoding="[\w.-]+"\s+)?
          glob="(?:fals|tru)e"\s*$}x
        or return reflectex_refuse("a bibliography elsewhere", "$kind $name");
      reflectex_near($name) && $name !~ /[&{`]/
        or return reflectex_refuse("a bibliography elsewhere", $name);
    }
    while ($text =~ /<[\w.]*:?key\b[^>]*>([^<]*)/g) {
      my $key = $1;
      $key !~ /&|director|_file|logfile|convert|validate|collate_options|^tool|remote|clrmacros/
        or return reflectex_refuse("an option for biber", $key);
    }
    while ($text =~ /\bmap_replace\s*=\s*("[^"]*"|'[^']*'|)/g) {
      my $value = substr($1, 1, -1);
      $plain->($value) or return reflectex_refuse("Perl code in a source map", $value);
    }
    while ($text =~ /\blocale\s*=\s*("[^"]*"|'[^']*'|)/g) {
      my $value = substr($1, 1, -1);
      $value =~ /^[\w-]*$/ or return reflectex_refuse("a sorting locale", $value);
    }
    return 1;
  };

  # BibTeX follows the names in .aux files.
  my $auxiliary = sub {
    my ($first) = @_;
    my (%seen, @queue) = ();
    push(@queue, $first);
    while (defined(my $name = shift(@queue))) {
      next if $seen{$name}++ or keys(%seen) > 500;
      my $text = reflectex_bytes($name);
      while ($text =~ /\\(bibdata|bibstyle|\@input)\s*\{([^}]*)/g) {
        my ($command, $names) = ($1, $2);
        foreach my $asked (split(/,/, $names)) {
          reflectex_near($asked) or return reflectex_refuse("a bibliography elsewhere", $asked);
          push(@queue, $asked) if $command eq "\@input";
        }
      }
    }
    return 1;
  };

  *kpsewhich = sub {
    my @names = grep { /^-format=\w+$/ || $harmless->($_) } @_;
    return grep({ !/^-/ } @names) ? $find->(@names) : ();
  };
  *parse_aux1 = sub {
    my ($name) = @_;
    return 0 if not $harmless->($name);
    return reflectex_near($name) ? $parse->(@_) : reflectex_refuse("a file name", $name);
  };
  *Run = sub {
    my ($command) = @_;
    if ($command =~ /[\$`\\|<>;&\n\0]|"\s*[-+]/ or ($command =~ tr/"//) % 2) {
      reflectex_refuse("a command", $command);
      return (0, 256);
    }
    my ($program) = $command =~ /^\s*([\w-]+)/;
    my $base = $ENV{REFLECTEX_BASE};
    return $run->(@_) if not defined $program;
    return (0, 512) if $program eq "biber" and not $control->("$base.bcf");
    return (0, 512) if $program eq "bibtex" and not $auxiliary->("$base.aux");
    if ($program eq "xdvipdfmx" and not reflectex_pages()) {
      unlink("$base.xdv", "$base.pdf");    # a second latexmk is to come here again
      return (0, 512);
    }
    my @done = $run->(@_);
    if ($program =~ /^(?:pdf|xe)latex$/ and not reflectex_record()) {
      reflectex_scrub();
      return (0, 256);
    }
    return @done;
  };
  $biber = "biber --noconf %O %S";
}
