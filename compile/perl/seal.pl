# In front of the command of an engine that runs without latexmk: perl -e … ENGINE WORD… FILE

my ($engine, @words) = @ARGV;
my $base = $ENV{REFLECTEX_BASE};
my $draws = $engine eq "xelatex" && !grep { $_ eq "-no-pdf" } @words;
unlink("$base.xdv", "$base.fls");
my $code = system($engine, ($draws ? "-no-pdf" : ()), @words);
if (not reflectex_record()) {
  reflectex_scrub();
  $code ||= 256;
} elsif ($draws and -s "$base.xdv") {
  unlink("$base.pdf");
  my $drawn = reflectex_pages()
    ? system("xdvipdfmx", "-E", "-q", "-o", "$base.pdf", "$base.xdv") : 256;
  $code ||= $drawn;
}
kill($code & 127, $$) if $code & 127;
exit($code >> 8);
