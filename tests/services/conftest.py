from tests.support.fixtures import scene, world

__all__ = ["scene", "world"]
