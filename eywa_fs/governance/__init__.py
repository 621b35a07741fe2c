"""What was decided about records: replayed from the decision lines into what each record is now."""
