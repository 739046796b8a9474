"""The HTTP API of the room: endpoints as values, from which routes, guards and the OpenAPI document are made."""

from .endpoints import ENDPOINTS, api_document
from .routes import build_routes, with_api

__all__ = ["ENDPOINTS", "api_document", "build_routes", "with_api"]
