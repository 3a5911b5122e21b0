"""All tools that an agent may use on one patient's graph."""

from langchain_core.tools import BaseTool

from kg.store import GraphStore
from tools.community_search import community_search_tool
from tools.evidence_text import evidence_text_tool
from tools.local_search import local_search_tool
from tools.neighbours import neighbours_tool
from tools.scope import PatientScope
from tools.shortest_path import shortest_path_tool
from tools.timeline import timeline_tool


def patient_tools(store: GraphStore, graph_id: str) -> list[BaseTool]:
    """Make the tools of one graph; what they refuse is told to the model, not raised."""
    scope = PatientScope(store, graph_id)
    tools = [
        local_search_tool(scope),
        community_search_tool(scope),
        timeline_tool(scope),
        neighbours_tool(scope),
        shortest_path_tool(scope),
        evidence_text_tool(scope),
    ]
    for one in tools:
        one.handle_tool_error = True
        one.handle_validation_error = True
    return tools
