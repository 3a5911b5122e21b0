"""Train a LoRA adapter on a `trl-sft` export; without --model, on a tiny model made on the spot.

    pip install 'curaview[lora]'
    curaview export RUN --format trl-sft --out data
    python examples/training/train_lora.py data --out adapter                      # tiny, on a CPU
    python examples/training/train_lora.py data --out adapter --model ./Qwen3-14B  # on a GPU

The tiny model has random weights and shows that the data, the masks and the adapter work: the loss
on the patients of the test part falls. What it writes is no verdict. It needs no network.
"""

import argparse
from pathlib import Path

from datasets import Dataset, load_dataset
from peft import LoraConfig
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import AutoTokenizer, PreTrainedTokenizerFast, Qwen3Config, Qwen3ForCausalLM
from trl import SFTConfig, SFTTrainer

TEMPLATE = (
    "{% for m in messages %}<|im_start|>{{ m['role'] }}\n{{ m['content'] }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
VOCABULARY = 2000


def main() -> None:
    """Train, and say how the loss on unseen patients changed."""
    asked = options()
    data = load_dataset(str(asked.data))
    tokenizer = (
        AutoTokenizer.from_pretrained(asked.model) if asked.model else tiny_tokenizer(data["train"])
    )
    parts = {
        name: part.map(
            lambda row: tokens_of(row, tokenizer, asked.length),
            remove_columns=part.column_names,
            load_from_cache_file=False,
        )
        for name, part in data.items()
    }
    trainer = SFTTrainer(
        model=asked.model or tiny_model(tokenizer),
        args=SFTConfig(
            output_dir=str(asked.out),
            max_length=None,
            num_train_epochs=asked.epochs,
            per_device_train_batch_size=1,
            per_device_eval_batch_size=1,
            gradient_accumulation_steps=8,
            learning_rate=asked.rate,
            lr_scheduler_type="cosine",
            warmup_steps=5,
            bf16=bool(asked.model),
            gradient_checkpointing=bool(asked.model),
            use_cpu=not asked.model,
            save_strategy="no",
            logging_steps=10,
            report_to="none",
            seed=0,
        ),
        train_dataset=parts["train"],
        eval_dataset=parts["test"],
        processing_class=tokenizer,
        peft_config=LoraConfig(
            r=16, lora_alpha=32, lora_dropout=0.05, target_modules="all-linear",
            task_type="CAUSAL_LM",
        ),
    )  # fmt: skip
    before = trainer.evaluate()["eval_loss"]
    trainer.train()
    after = trainer.evaluate()["eval_loss"]
    trainer.save_model(str(asked.out))
    print(f"loss on the test part: {before:.3f} before, {after:.3f} after")


def options() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path, help="folder of `curaview export --format trl-sft`")
    parser.add_argument("--out", type=Path, required=True, help="folder for the adapter")
    parser.add_argument("--model", help="folder or name of a model; a tiny one without it")
    parser.add_argument("--epochs", type=float, default=2)
    parser.add_argument("--rate", type=float, default=2e-4)
    parser.add_argument("--length", type=int, default=8192, help="tokens of prompt and answer")
    return parser.parse_args()


def tokens_of(
    row: dict[str, list[dict[str, str]]], tokenizer: PreTrainedTokenizerFast, longest: int
) -> dict[str, list[int]]:
    """Tokenize a row; of a prompt that is too long the beginning is cut, never the question."""
    asked = tokenizer.apply_chat_template(row["prompt"], add_generation_prompt=True, tokenize=False)
    prompt = tokenizer(asked, add_special_tokens=False)["input_ids"]
    answer = tokenizer(row["completion"][0]["content"] + "<|im_end|>\n", add_special_tokens=False)[
        "input_ids"
    ]
    answer = answer[: longest - 1]
    prompt = prompt[-(longest - len(answer)) :]
    return {
        "input_ids": prompt + answer,
        "completion_mask": [0] * len(prompt) + [1] * len(answer),
    }


def tiny_tokenizer(part: Dataset) -> PreTrainedTokenizerFast:
    """Learn a small vocabulary of bytes from the prompts and answers."""
    raw = Tokenizer(models.BPE())
    raw.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    raw.decoder = decoders.ByteLevel()
    texts = [m["content"] for row in part for m in (*row["prompt"][1:], *row["completion"])]
    trainer = trainers.BpeTrainer(
        vocab_size=VOCABULARY,
        special_tokens=["<|im_start|>", "<|im_end|>", "<|pad|>"],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    raw.train_from_iterator(texts, trainer)
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=raw, eos_token="<|im_end|>", pad_token="<|pad|>"
    )
    tokenizer.chat_template = TEMPLATE
    return tokenizer


def tiny_model(tokenizer: PreTrainedTokenizerFast) -> Qwen3ForCausalLM:
    """Make a Qwen3 of two layers with random weights, the same on every machine."""
    from transformers import set_seed

    set_seed(0)
    return Qwen3ForCausalLM(
        Qwen3Config(
            vocab_size=len(tokenizer),
            hidden_size=128,
            intermediate_size=256,
            num_hidden_layers=2,
            num_attention_heads=4,
            num_key_value_heads=2,
            head_dim=32,
            eos_token_id=tokenizer.eos_token_id,
            pad_token_id=tokenizer.pad_token_id,
        )
    )


if __name__ == "__main__":
    main()
