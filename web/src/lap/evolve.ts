/**
 * evolve(world, event) -> world: the fold of the log. Twin of chalicelib/lap/evolve.py; the shared vectors pin both.
 * An event at or before a projection's `sequence` changes nothing: a snapshot may be read while the log grows, and
 * events may come twice.
 */
import type { EventOf, EventType, InteractionStatus, LogEvent, Task } from './types';
import { TERMINAL } from './types';
import {
  changeAgent, changeConversation, changeInteraction, changeTask, create, tidy, type World,
} from './world';
import { own } from './own';

const EXCERPT = 140;

type Rules = { [T in EventType]?: (world: World, event: EventOf<T>) => World };

const RULES: Rules = {
  'workspace.created': (w, e) =>
    w.workspace
      ? w
      : {
          ...w,
          workspace: {
            id: e.workspaceId, name: e.payload.name, members: [], createdAt: e.receivedAt, sequence: e.sequence,
          },
        },
  'member.added': memberAdded,
  'agent.paired': (w, e) =>
    create(w, 'agents', tidy({
      id: e.payload.agentId, name: e.payload.name, kind: e.payload.kind, runtime: e.payload.runtime,
      agentVersion: e.payload.agentVersion, capabilities: [], status: 'pending', confirmed: false, connected: false,
      graceSeconds: e.payload.graceSeconds, pairedAt: e.receivedAt, sequence: e.sequence,
    })),
  'agent.confirmed': (w, e) =>
    changeAgent(w, e.payload.agentId, e.sequence, (a) => ({
      name: e.payload.name, confirmed: true, status: a.connected ? 'online' : 'offline',
    })),
  'agent.renamed': (w, e) => changeAgent(w, e.payload.agentId, e.sequence, () => ({ name: e.payload.name })),
  'agent.revoked': (w, e) =>
    changeAgent(w, e.payload.agentId, e.sequence, () => ({
      status: 'revoked', connected: false, revokedAt: e.receivedAt,
    })),
  'agent.connected': (w, e) =>
    changeAgent(w, e.payload.agentId, e.sequence, (a) => ({
      connected: true, connectedAt: e.receivedAt, lastSeenAt: e.receivedAt, offlineSince: undefined,
      status: a.confirmed ? 'online' : 'pending', agentVersion: e.payload.agentVersion, runtime: e.payload.runtime,
      capabilities: e.payload.capabilities,
    })),
  'agent.disconnected': (w, e) =>
    changeAgent(w, e.payload.agentId, e.sequence, (a) => ({
      connected: false, status: a.confirmed ? 'offline' : 'pending', lastSeenAt: e.payload.lastSeenAt,
      offlineSince: e.receivedAt,
    })),
  'conversation.created': (w, e) =>
    create(w, 'conversations', {
      id: e.conversationId ?? '', title: e.payload.title, agentIds: e.payload.agentIds, createdBy: e.actor,
      createdAt: e.receivedAt, sequence: e.sequence,
    }),
  'conversation.renamed': (w, e) =>
    changeConversation(w, e.conversationId, e.sequence, () => ({ title: e.payload.title })),
  'conversation.archived': (w, e) =>
    changeConversation(w, e.conversationId, e.sequence, () => ({ archivedAt: e.payload.archived ? e.receivedAt : undefined })),
  'message.created': (w, e) =>
    changeConversation(w, e.conversationId, e.sequence, () => ({
      archivedAt: undefined,
      lastMessage: { author: e.actor, excerpt: excerpt(e.payload.content), at: e.receivedAt },
    })),
  'task.created': taskCreated,
  'task.delivered': (w, e) => changeTask(w, e.taskId, e.sequence, () => ({ deliveredAt: e.receivedAt })),
  'task.accepted': (w, e) =>
    changeTask(w, e.taskId, e.sequence, () => ({
      status: 'running', acceptedAt: e.receivedAt, reportedAt: e.receivedAt,
    })),
  'task.status_changed': statusChanged,
  'task.cancel_requested': (w, e) =>
    changeTask(w, e.taskId, e.sequence, () => ({
      cancelRequestedAt: e.receivedAt, cancelRequestedBy: e.actor, cancelReason: e.payload.reason,
    })),
  'task.late_reported': (w, e) =>
    changeTask(w, e.taskId, e.sequence, () => ({
      lateReport: tidy({
        status: e.payload.status, summary: e.payload.summary, error: e.payload.error, at: e.payload.at,
      }),
    })),
  'task.reopened': (w, e) =>
    changeTask(w, e.taskId, e.sequence, (task) => ({
      status: e.payload.status, endedAt: e.payload.at, reason: undefined, error: e.payload.error,
      lateReport: undefined, summary: e.payload.summary ?? task.summary,
      progress: e.payload.status === 'succeeded' ? 100 : task.progress,
    })),
  'artifact.created': (w, e) =>
    changeTask(w, e.taskId, e.sequence, (task) => ({
      artifacts: [
        ...task.artifacts,
        tidy({
          id: e.payload.artifactId, name: e.payload.name, url: e.payload.url, fileId: e.payload.fileId,
          mimeType: e.payload.mimeType, summary: e.payload.summary, size: e.payload.size, createdAt: e.receivedAt,
        }),
      ],
    })),
  'interaction.requested': requested,
  'interaction.updated': (w, e) =>
    changeInteraction(w, e.payload.interaction.id, e.sequence, () => ({
      card: e.payload.interaction, digest: e.payload.digest,
    })),
  'interaction.answered': (w, e) =>
    close(
      changeInteraction(w, e.payload.interactionId, e.sequence, () => ({
        status: 'answered', response: e.payload.response, answeredBy: e.actor, answeredAt: e.receivedAt,
      })),
      e,
      e.payload.interactionId,
    ),
  'interaction.delivered': (w, e) =>
    changeInteraction(w, e.payload.interactionId, e.sequence, () => ({
      status: 'delivered', deliveredAt: e.receivedAt,
    })),
  'interaction.acknowledged': (w, e) =>
    changeInteraction(w, e.payload.interactionId, e.sequence, () => ({
      status: 'acknowledged', acknowledgedAt: e.receivedAt,
    })),
  'interaction.expired': ended('expired'),
  'interaction.withdrawn': ended('withdrawn'),
  'interaction.cancelled': ended('cancelled'),
};

/** `world` with `event` folded in. An unknown type changes nothing. */
export function evolve(world: World, event: LogEvent): World {
  const rule = RULES[event.type] as ((w: World, e: LogEvent) => World) | undefined;
  return rule ? rule(world, event) : world;
}

/** The first 140 code points. */
export function excerpt(content: string): string {
  return Array.from(content.slice(0, EXCERPT * 2)).slice(0, EXCERPT).join('');
}

function memberAdded(world: World, event: EventOf<'member.added'>): World {
  const { workspace } = world;
  if (!workspace || workspace.sequence >= event.sequence) return world;
  const { userId, name, role } = event.payload;
  const others = workspace.members.filter((member) => member.userId !== userId);
  return {
    ...world,
    workspace: { ...workspace, members: [...others, { userId, name, role }], sequence: event.sequence },
  };
}

function taskCreated(world: World, event: EventOf<'task.created'>): World {
  const p = event.payload;
  const parent = own(world.tasks, p.parentTaskId);
  const terminal = TERMINAL.has(p.status);
  const task: Task = tidy({
    id: event.taskId ?? '', conversationId: event.conversationId ?? '', parentTaskId: p.parentTaskId, rootTaskId: parent && (parent.rootTaskId ?? parent.id),
    retryOf: p.retryOf, depth: parent ? parent.depth + 1 : 0, agentId: p.agentId, title: p.title, description: p.description,
    createdBy: event.actor, createdAt: event.receivedAt, createdSequence: event.sequence, status: p.status,
    acceptedAt: p.status === 'queued' ? undefined : event.receivedAt,
    endedAt: terminal ? event.receivedAt : undefined, reportedAt: event.receivedAt,
    openInteractions: [], openChildren: [], childCount: 0, artifacts: [], sequence: event.sequence,
  });
  return changeTask(create(world, 'tasks', task), parent?.id, event.sequence, (up) => ({
    childCount: up.childCount + 1,
    openChildren: terminal ? up.openChildren : [...up.openChildren, task.id],
  }));
}

function statusChanged(world: World, event: EventOf<'task.status_changed'>): World {
  const p = event.payload;
  const terminal = p.status !== undefined && TERMINAL.has(p.status);
  const next = changeTask(world, event.taskId, event.sequence, (task) => ({
    reportedAt: event.receivedAt,
    status: p.status ?? task.status,
    progress: p.progress ?? task.progress,
    summary: p.summary ?? task.summary,
    error: p.error ?? task.error,
    reason: p.reason ?? task.reason,
    acceptedAt: task.acceptedAt ?? (p.status === 'running' ? event.receivedAt : undefined),
    endedAt: terminal ? p.at : task.endedAt,
  }));
  return terminal ? leaveParent(next, event) : next;
}

/** A child that ended is no longer open in its parent. */
function leaveParent(world: World, event: LogEvent): World {
  const task = own(world.tasks, event.taskId);
  return changeTask(world, task?.parentTaskId, event.sequence, (parent) => ({
    openChildren: parent.openChildren.filter((id) => id !== task?.id),
  }));
}

function requested(world: World, event: EventOf<'interaction.requested'>): World {
  const { interaction: card, digest, agentId } = event.payload;
  const next = create(world, 'interactions', tidy({
    id: card.id, conversationId: event.conversationId ?? '', taskId: event.taskId, agentId, card, digest,
    status: 'pending', requestedAt: event.receivedAt, sequence: event.sequence,
  }));
  return changeTask(next, event.taskId, event.sequence, (task) => ({
    status: 'waiting_for_human',
    openInteractions: [...task.openInteractions, card.id],
  }));
}

type Ending = EventOf<'interaction.expired' | 'interaction.withdrawn' | 'interaction.cancelled'>;

function ended(status: InteractionStatus) {
  return (world: World, event: Ending): World =>
    close(
      changeInteraction(world, event.payload.interactionId, event.sequence, () => ({
        status, endedAt: event.receivedAt, reason: event.payload.reason,
      })),
      event,
      event.payload.interactionId,
    );
}

/** A card is open no more; after the last one a waiting task runs again. */
function close(world: World, event: LogEvent, interactionId: string): World {
  return changeTask(world, event.taskId, event.sequence, (task) => {
    const openInteractions = task.openInteractions.filter((id) => id !== interactionId);
    const resumes = openInteractions.length === 0 && task.status === 'waiting_for_human';
    return resumes ? { openInteractions, status: 'running', resumedAt: event.receivedAt } : { openInteractions };
  });
}
