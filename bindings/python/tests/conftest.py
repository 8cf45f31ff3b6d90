import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope='session')
def golden():
    return dict(line.split() for line in (ROOT / 'tests/golden.txt').read_text().splitlines())


@pytest.fixture(scope='session')
def wheel():
    """The wheel that is tested; test.sh says where it is."""
    return os.environ.get('WEND_WHEEL') or pytest.skip('WEND_WHEEL names no wheel')
