"""Cases: executable worked examples (design section 5)."""

from .model import VERSION, CaseResult, Report
from .runner import run_case, run_files

__all__ = ["VERSION", "CaseResult", "Report", "run_case", "run_files"]
