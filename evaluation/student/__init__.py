"""A small student of exported data: says from sentence and evidence whether the sentence is wrong.

It runs on any machine and shows what the data teach; it cites nothing and replaces no judge.
"""
