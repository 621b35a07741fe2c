"""Facts of the users of one data root: loaded, served with proof, settled by verdicts."""
