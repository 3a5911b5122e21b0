"""Reports: the only place where data leaves."""
