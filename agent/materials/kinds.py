"""What kind of material a file is, by its name."""

from pathlib import PurePosixPath

from agent.materials.types import Kind

KINDS = {
    Kind.TABLE: ".csv .tsv .dat .data .asc .lvm .prn .tab .xy .log .out",
    Kind.SPREADSHEET: ".xlsx .xlsm .xls .xlsb .ods",
    Kind.BINARY: ".parquet .h5 .hdf5 .nc .mat .npy .npz",
    Kind.JSON: ".json",
    Kind.NOTES: ".md .markdown .txt .rst .tex .ipynb .docx .pdf",
    Kind.IMAGE: ".png .jpg .jpeg .svg .tif .tiff",
    Kind.BIBLIOGRAPHY: ".bib",
}
BY_SUFFIX = {suffix: kind for kind, names in KINDS.items() for suffix in names.split()}


def kind_of(path: str) -> Kind:
    """By name; what a `.txt` or a `.pdf` is, only its content tells."""
    name = PurePosixPath(path)
    if name.name == "reflectex.toml":
        return Kind.SETTINGS
    return BY_SUFFIX.get(name.suffix.lower(), Kind.OTHER)
