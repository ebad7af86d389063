"""What a vehicle can do in its MPh: a module for each act, registered by the type of its action.

An act is a :class:`~goodorder.flow.drive.act.DriveAct`; no other file names these modules.
"""
