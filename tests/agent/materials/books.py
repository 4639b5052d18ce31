"""Spreadsheets of the golden folders, written from a source that can be read and compared:

    [[sheet]]
    name = "Sheet1"
    state = "hidden"              # else visible
    merged = ["B1:C1"]
    chart = "E2"                  # a chart of the first two columns at this cell
    formats = { A2 = "dd.mm.yyyy" }
    cells = [["t (s)", "U"], [0, 1.5], [1, "=B2*2"]]      # "" for an empty cell

A formula gets no stored value, as where a program wrote the file and none computed it.
"""

import tomllib

import openpyxl
from openpyxl.chart import Reference, ScatterChart, Series


def write_book(source):
    """Write the spreadsheet beside its source, whose name ends in `.xlsx.toml`, and remove that."""
    given = tomllib.loads(source.read_text(encoding="utf-8"))
    book = openpyxl.Workbook()
    book.remove(book.active)
    for sheet in given["sheet"]:
        _write_sheet(book.create_sheet(sheet["name"]), sheet)
    book.save(source.with_suffix(""))
    source.unlink()


def _write_sheet(page, sheet):
    for row, cells in enumerate(sheet["cells"], start=1):
        for column, value in enumerate(cells, start=1):
            if value != "":
                page.cell(row, column, value)
    for place in sheet.get("merged", ()):
        page.merge_cells(place)
    for place, form in sheet.get("formats", {}).items():
        page[place].number_format = form
    if "chart" in sheet:
        chart = ScatterChart()
        end = page.max_row
        x, y = (Reference(page, min_col=n, min_row=2, max_row=end) for n in (1, 2))
        chart.series.append(Series(y, x))
        page.add_chart(chart, sheet["chart"])
    page.sheet_state = sheet.get("state", "visible")
