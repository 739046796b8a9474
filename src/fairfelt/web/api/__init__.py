"""The HTTP API of the room: endpoints as values, from which routes, guards and the OpenAPI document are made."""

from fairfelt.web.api.endpoints import ENDPOINTS, api_document, build_routes, with_api

__all__ = ["ENDPOINTS", "api_document", "build_routes", "with_api"]
