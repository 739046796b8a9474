"""PAR sheets and what belongs to them: strategy, verification, comparison, simulation."""
