"""What units can do in their MPh: a module for each act, registered by the type of its action.

An act is a class: :class:`~goodorder.flow.move.act.MoveAct` for what a moving stack spends MF on,
:class:`~goodorder.flow.move.act.PhaseAct` for what is done between moves. No other file names these modules.
"""
