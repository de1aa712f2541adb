/** The generated protocol types under the names that the app uses. */
import type * as p from './protocol.gen';

export type {
  Actor, Agent, ApprovalCard, Artifact, ChoiceCard, Conversation, InputCard, InputSpec, Interaction, LateReport, Link,
  Member, Option, ReviewCard, ServerFrame, Task, Workspace,
} from './protocol.gen';
export { ERRORS, FATAL_CLOSE, LIMITS } from './protocol.gen';

export type TaskStatus = p.Task['status'];
export type InteractionStatus = p.Interaction['status'];
export type AgentStatus = p.Agent['status'];
export type Role = p.Member['role'];
export type Card = p.Interaction['card'];
export type Risk = Card['risk'];
export type Response = p.RespondInteraction['payload']['response'];

export type LogEvent = p.Event;
export type EventType = LogEvent['type'];
export type EventOf<T extends EventType> = Extract<LogEvent, { type: T }>;

export type Command = p.ClientCommand;
export type CommandType = Command['type'];
export type CommandOf<T extends CommandType> = Extract<Command, { type: T }>;
export type CommandPayload<T extends CommandType> = NonNullable<CommandOf<T>['payload']>;

/** No move leads out of these (§6.2). */
export const TERMINAL: ReadonlySet<TaskStatus> = new Set(['succeeded', 'failed', 'cancelled']);
