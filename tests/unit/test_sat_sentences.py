"""Sentences by a SaT model: our offsets around its pieces, and a tiny model that really runs."""

import importlib
import json
import string
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from clinical.sat_sentences import SatSplitter, UnusableModelError, load_sat
from clinical.sentences import LONGEST_SENTENCE

TEXT = "PLAN:\nDr. Lee saw her.  She\nwalked. Stable\n- call on 3.5\n"


class _CutAtPeriods:
    """Stands in for a model: cuts behind every period."""

    def split(self, text_or_texts: str, threshold: float) -> list[str]:
        assert threshold == 0.4
        assert "\n" not in text_or_texts
        pieces = text_or_texts.split(". ")
        return [*(piece + ". " for piece in pieces[:-1]), pieces[-1]]


def test_offsets_are_ours() -> None:
    spans = SatSplitter(_CutAtPeriods(), threshold=0.4).split(TEXT)
    assert [TEXT[span.start : span.end] for span in spans] == [
        "PLAN:",
        "Dr.",
        "Lee saw her.",
        "She\nwalked.",
        "Stable",
        "- call on 3.5",
    ]


def test_what_the_model_leaves_too_long_is_cut() -> None:
    text = "Sodium was " + 5_000 * "7"
    spans = SatSplitter(_CutAtPeriods(), threshold=0.4).split(text)
    assert max(span.end - span.start for span in spans) <= LONGEST_SENTENCE
    assert all(span.torn for span in spans)


@pytest.mark.parametrize("present", [(), ("config.json", "tokenizer.json")])
def test_missing_files_are_named(tmp_path: Path, present: tuple[str, ...]) -> None:
    for name in present:
        (tmp_path / name).write_text("{}")
    with pytest.raises(UnusableModelError, match=r"model_optimized\.onnx.* not found") as raised:
        load_sat(tmp_path)
    assert "\n" not in str(raised.value)
    assert str(tmp_path) in str(raised.value)


class _Unloadable:
    """Stands in for wtpsplit with a directory it cannot read."""

    def __init__(self, *arguments: object, **settings: object) -> None:
        raise OSError("no tokenizer here\nand a second line")


def _fill(directory: Path) -> None:
    for name in ("config.json", "tokenizer.json", "model_optimized.onnx"):
        (directory / name).write_text("{}")


def test_broken_model_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("onnxruntime", reason="onnxruntime is not installed")
    _fill(tmp_path)
    library = ModuleType("wtpsplit")
    library.__dict__["SaT"] = _Unloadable
    monkeypatch.setitem(sys.modules, "wtpsplit", library)
    with pytest.raises(UnusableModelError, match="no tokenizer here; give a directory") as raised:
        load_sat(tmp_path)
    assert "\n" not in str(raised.value)


def test_missing_package_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _fill(tmp_path)
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    monkeypatch.setitem(sys.modules, "onnxruntime.capi.onnxruntime_pybind11_state", None)
    with pytest.raises(UnusableModelError, match="onnxruntime"):
        load_sat(tmp_path)


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")
def test_tiny_model_splits(tmp_path: Path) -> None:
    pytest.importorskip("onnxruntime", reason="onnxruntime is not installed")
    pytest.importorskip("onnx", reason="onnx is not installed")
    _build_tiny_model(tmp_path)
    spans = load_sat(tmp_path).split("NOTE:\nShe improved today. He went\nhome. Fine!")
    text = "NOTE:\nShe improved today. He went\nhome. Fine!"
    assert [text[span.start : span.end] for span in spans] == [
        "NOTE:",
        "She improved today.",
        "He went\nhome.",
        "Fine!",
    ]


SPECIAL = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]


def _build_tiny_model(directory: Path) -> None:
    """Write a model of one convolution that splits behind a mark, a space and a capital."""
    vocabulary = {token: index for index, token in enumerate(SPECIAL)}
    for character in string.printable:
        vocabulary.setdefault(character, len(vocabulary))
    _write_tokenizer(directory, vocabulary)
    _write_network(directory, vocabulary)


def _write_tokenizer(directory: Path, vocabulary: dict[str, int]) -> None:
    from tokenizers import Tokenizer, models

    tokenizer = Tokenizer(models.BPE(vocab=vocabulary, merges=[], unk_token="<unk>"))
    tokenizer.add_special_tokens(SPECIAL)
    tokenizer.save(str(directory / "tokenizer.json"))
    names = ("bos", "pad", "eos", "unk", "mask")
    settings = {f"{name}_token": token for name, token in zip(names, SPECIAL, strict=True)}
    settings |= {"cls_token": "<s>", "sep_token": "</s>"}
    settings |= {"tokenizer_class": "PreTrainedTokenizerFast"}
    (directory / "tokenizer_config.json").write_text(
        json.dumps(settings | {"model_max_length": 512})
    )
    (directory / "config.json").write_text(
        json.dumps(
            {
                "model_type": "xlm-token",
                "architectures": ["SubwordXLMForTokenClassification"],
                "vocab_size": len(vocabulary),
                "hidden_size": 4,
                "num_hidden_layers": 1,
                "num_attention_heads": 1,
                "intermediate_size": 4,
                "max_position_embeddings": 514,
                "id2label": {"0": "LABEL_0"},
                "label2id": {"LABEL_0": 0},
                "lookahead": None,
            }
        )
    )


def _write_network(directory: Path, vocabulary: dict[str, int]) -> None:
    onnx = importlib.import_module("onnx")
    make, kind = onnx.helper, onnx.TensorProto
    features = np.zeros((len(vocabulary), 4), np.float32)
    for token, index in vocabulary.items():
        if len(token) == 1:
            opens = token.isupper() or token.isdigit() or token in "_#"
            features[index] = [token in ".!?", token.isspace(), opens, 0]
    kernel = np.zeros((1, 4, 5), np.float32)
    kernel[0, 0, 2], kernel[0, 1, 3], kernel[0, 2, 4] = 4, 4, 4
    constants = {
        "features": features,
        "kernel": kernel,
        "bias": np.array([-10], np.float32),
        "axis": np.array([2], np.int64),
    }
    nodes = [
        make.make_node("Gather", ["features", "input_ids"], ["embedded"]),
        make.make_node("Transpose", ["embedded"], ["channels"], perm=[0, 2, 1]),
        make.make_node(
            "Conv", ["channels", "kernel", "bias"], ["scores"], kernel_shape=[5], pads=[2, 2]
        ),
        make.make_node("Transpose", ["scores"], ["last"], perm=[0, 2, 1]),
        make.make_node("Cast", ["attention_mask"], ["mask"], to=kind.FLOAT),
        make.make_node("Unsqueeze", ["mask", "axis"], ["mask3"]),
        make.make_node("Mul", ["last", "mask3"], ["logits"]),
    ]
    graph = make.make_graph(
        nodes,
        "tiny",
        [
            make.make_tensor_value_info("input_ids", kind.INT64, ["b", "t"]),
            make.make_tensor_value_info("attention_mask", kind.FLOAT16, ["b", "t"]),
        ],
        [make.make_tensor_value_info("logits", kind.FLOAT, ["b", "t", 1])],
        [onnx.numpy_helper.from_array(value, name) for name, value in constants.items()],
    )
    model = make.make_model(graph, opset_imports=[make.make_opsetid("", 17)])
    model.ir_version = 8
    onnx.save(model, str(directory / "model_optimized.onnx"))
