"""From source to PDF: the only place that runs TeX."""
