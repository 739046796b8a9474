"""Sheets from values: PAR sheet, placard, strategy, verification, simulation; as text, page, PDF and plain data."""

from .catalogue import catalogue_dict, catalogue_sheet
from .display import par_frame, par_html, par_pdf, par_text
from .html import as_html
from .ledger import ledger_sheet
from .outcomes_csv import as_csv, par_records
from .par_sheet import par_sheet
from .pdf import as_pdf
from .placard import placard, placard_dict
from .plot_sheet import plot_sheet
from .sheet import Sheet
from .simulation import simulation_dict, simulation_sheet
from .strategy import HandAsked, strategy_dict, strategy_sheet
from .text import PAPER_WIDTH, as_text, plain_text
from .verification import verification_sheet
from .win_page import win_page_sheet

__all__ = [
    "PAPER_WIDTH", "HandAsked", "Sheet", "as_csv", "as_html", "as_pdf", "as_text", "catalogue_dict", "catalogue_sheet",
    "ledger_sheet", "par_frame", "par_html", "par_pdf", "par_records", "par_sheet", "par_text", "placard",
    "placard_dict", "plain_text", "plot_sheet", "simulation_dict", "simulation_sheet", "strategy_dict",
    "strategy_sheet", "verification_sheet", "win_page_sheet",
]  # fmt: skip
