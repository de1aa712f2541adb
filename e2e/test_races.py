"""Many at once against the real process: one winner each."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from e2e.support.desk import Desk

CARDS = 20


def test_of_two_who_answer_at_once_one_wins_and_the_other_learns_of_it(desk: Desk) -> None:
    desk.run("asking:several")
    task = desk.give(str(CARDS))
    cards = desk.wait_for_cards(CARDS)

    def answer(given: tuple[int, str]) -> tuple[int, str, int, str]:
        number, option = given
        payload = {
            "interactionId": cards[number]["id"], "digest": cards[number]["digest"],
            "response": {"type": "approval", "optionId": option},
        }  # fmt: skip
        sent = desk.person.send(desk.workspace, "interaction.respond", payload)
        result = sent.json()["results"][0]
        return number, option, sent.status_code, result.get("error", {}).get("code", "")

    tries = [(number, option) for number in range(CARDS) for option in ("approve", "reject")]
    with ThreadPoolExecutor(8) as threads:
        ends = list(threads.map(answer, tries))
    won = {number: option for number, option, status, _ in ends if status == 200}
    assert len(won) == CARDS
    assert {(status, code) for *_, status, code in ends} == {(200, ""), (409, "already_resolved")}
    desk.wait_for_task(task, "succeeded")
    by_title = {cards[number]["card"]["title"]: option for number, option in won.items()}
    assert desk.notes() == [" ".join(by_title[f"Question {number}"] for number in range(1, CARDS + 1))]
    assert len(desk.log("interaction.answered")) == CARDS
