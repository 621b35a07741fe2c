"""The same calls for asyncio: each runs its namesake in a thread and leaves the loop free. Of one
that is given up, see :func:`~eywa_fs.memory.threads.written`; one that only reads is left alone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial, update_wrapper
from typing import Any, Concatenate, ParamSpec, TypeVar

from eywa_fs.memory.arbitrating import Arbitrating
from eywa_fs.memory.auditing import Auditing
from eywa_fs.memory.browsing import Browsing
from eywa_fs.memory.care import Caring
from eywa_fs.memory.episodes import Remembering
from eywa_fs.memory.erasing import Erasing
from eywa_fs.memory.facts import Knowing
from eywa_fs.memory.forgetting import Forgetting
from eywa_fs.memory.jobs import Jobs
from eywa_fs.memory.keeping import Keeping
from eywa_fs.memory.measuring import Measuring
from eywa_fs.memory.migrating import Migrating
from eywa_fs.memory.porting import Porting
from eywa_fs.memory.redacting import Redacting
from eywa_fs.memory.searching import Searching
from eywa_fs.memory.threads import written
from eywa_fs.memory.versioning import Versioning
from eywa_fs.memory.writing import Writing

_Self = TypeVar("_Self")
_Given = ParamSpec("_Given")
_Answer = TypeVar("_Answer")


def _twin(
    method: Callable[Concatenate[_Self, _Given], _Answer], *, reads: bool = False
) -> Callable[Concatenate[_Self, _Given], Coroutine[Any, Any, _Answer]]:
    """A coroutine that takes, returns and raises what ``method`` does."""
    name = method.__name__

    async def call(self: _Self, /, *args: _Given.args, **kwargs: _Given.kwargs) -> _Answer:
        called = partial(getattr(self, name), *args, **kwargs)
        answer: _Answer = await (asyncio.to_thread(called) if reads else written(called))
        return answer

    update_wrapper(call, method)
    call.__name__ = f"a{name}"
    call.__doc__ = f":meth:`{name}` without blocking the event loop."
    return call


class Twins(
    Writing,
    Versioning,
    Searching,
    Arbitrating,
    Browsing,
    Porting,
    Erasing,
    Redacting,
    Measuring,
    Migrating,
    Jobs,
):
    """Every public method, and ``a`` before its name its twin, but for the exports, whose lines are
    read while they are asked for."""

    aappend = _twin(Writing.append)
    aappend_many = _twin(Writing.append_many)
    aafter_llm = _twin(Writing.after_llm)
    apresent_keys = _twin(Writing.present_keys, reads=True)
    aget = _twin(Versioning.get, reads=True)
    aupdate = _twin(Versioning.update)
    adelete = _twin(Versioning.delete)
    arestore = _twin(Versioning.restore)
    aarchive = _twin(Versioning.archive)
    aunarchive = _twin(Versioning.unarchive)
    apin = _twin(Versioning.pin)
    aunpin = _twin(Versioning.unpin)
    aconfirm = _twin(Versioning.confirm)
    aexpire = _twin(Versioning.expire)
    aupsert = _twin(Versioning.upsert)
    aversions = _twin(Versioning.versions, reads=True)
    acompare = _twin(Versioning.compare, reads=True)
    astates = _twin(Versioning.states, reads=True)
    atransaction = _twin(Versioning.transaction)
    abegin = _twin(Versioning.begin)
    acommit = _twin(Versioning.commit)
    arollback = _twin(Versioning.rollback)
    aretrieve = _twin(Searching.retrieve, reads=True)
    abefore_llm = _twin(Searching.before_llm, reads=True)
    aexplain = _twin(Searching.explain, reads=True)
    afeedback = _twin(Versioning.feedback)
    afacts = _twin(Knowing.facts, reads=True)
    arelations = _twin(Knowing.relations, reads=True)
    aprofile = _twin(Knowing.profile, reads=True)
    ahistory = _twin(Knowing.history, reads=True)
    aas_of = _twin(Knowing.as_of, reads=True)
    aconflicts = _twin(Knowing.conflicts, reads=True)
    afact_state = _twin(Knowing.fact_state, reads=True)
    aassert_fact = _twin(Knowing.assert_fact)
    asupersede_fact = _twin(Knowing.supersede_fact)
    areject_fact = _twin(Knowing.reject_fact)
    aresolve_conflict = _twin(Knowing.resolve_conflict)
    aenrich = _twin(Knowing.enrich)
    averdicts = _twin(Arbitrating.verdicts, reads=True)
    aexplain_verdict = _twin(Arbitrating.explain_verdict, reads=True)
    areplay = _twin(Arbitrating.replay, reads=True)
    atraced = _twin(Arbitrating.traced, reads=True)
    aconfirm_fact = _twin(Arbitrating.confirm_fact)
    agraph = _twin(Arbitrating.graph, reads=True)
    atenants = _twin(Browsing.tenants, reads=True)
    ausers = _twin(Browsing.users, reads=True)
    asessions = _twin(Browsing.sessions, reads=True)
    alist = _twin(Browsing.list, reads=True)
    ashow = _twin(Browsing.show, reads=True)
    aprove = _twin(Browsing.prove, reads=True)
    aabout = _twin(Browsing.about, reads=True)
    aimport_file = _twin(Porting.import_file)
    arecord_episode = _twin(Remembering.record_episode)
    aquery_episodes = _twin(Remembering.query_episodes, reads=True)
    aundo_episode = _twin(Remembering.undo_episode)
    aconfirm_episode = _twin(Remembering.confirm_episode)
    aepisodes = _twin(Remembering.episodes, reads=True)
    aepisode_trigger = _twin(Remembering.episode_trigger)
    aepisode_projects = _twin(Remembering.episode_projects, reads=True)
    aflush_episodes = _twin(Remembering.flush_episodes)
    aworking = _twin(Remembering.working)
    alayers = _twin(Remembering.layers, reads=True)
    aaudit = _twin(Auditing.audit, reads=True)
    aaudit_note = _twin(Auditing.audit_note)
    acheckpoint = _twin(Auditing.checkpoint)
    aaccept_break = _twin(Auditing.accept_break)
    aerase = _twin(Erasing.erase)
    aerasure = _twin(Erasing.erasure, reads=True)
    aforget = _twin(Forgetting.forget)
    aundo = _twin(Forgetting.undo)
    abackup = _twin(Keeping.backup)
    abackups = _twin(Keeping.backups, reads=True)
    averify_backups = _twin(Keeping.verify_backups, reads=True)
    adrill = _twin(Keeping.drill)
    aredaction_test = _twin(Redacting.redaction_test, reads=True)
    aredaction_counts = _twin(Redacting.redaction_counts, reads=True)
    aflush = _twin(Caring.flush, reads=True)
    await_indexed = _twin(Caring.wait_indexed, reads=True)
    aindex = _twin(Caring.index)
    aindex_user = _twin(Caring.index_user)
    aunindexed = _twin(Caring.unindexed, reads=True)
    astatus = _twin(Caring.status, reads=True)
    ameasured = _twin(Caring.measured, reads=True)
    averify = _twin(Caring.verify, reads=True)
    arepair = _twin(Caring.repair)
    arebuild = _twin(Caring.rebuild)
    aoutbox = _twin(Caring.outbox, reads=True)
    aretry_dead_letters = _twin(Caring.retry_dead_letters)
    adoctor = _twin(Caring.doctor, reads=True)
    ajobs = _twin(Jobs.jobs, reads=True)
    arun_job = _twin(Jobs.run_job)
    ahold_indexer = _twin(Caring.hold_indexer)
    ageneration = _twin(Caring.generation, reads=True)
    akeep_evaluation = _twin(Measuring.keep_evaluation)
    aevaluations = _twin(Measuring.evaluations, reads=True)
    amigrate_embedder = _twin(Migrating.migrate_embedder)
    amigrate_back = _twin(Migrating.migrate_back)
    adrop_previous = _twin(Migrating.drop_previous)
    agenerations = _twin(Migrating.generations, reads=True)
