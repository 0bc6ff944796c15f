import { draftPlace, keptDraft } from '../drafts'
import { endpoint, type Operation } from './operation'

/** Words that no save has made durable yet (E1). */
export const draftOperations = [
  {
    ...endpoint('listDrafts'),
    group: 'Drafts',
    summary: 'Lists the words that the caller’s own windows could not keep themselves.',
    caller: 'token',
    answers: { 200: { description: 'Newest first.', body: keptDraft.array() } },
    refusals: []
  },
  {
    ...endpoint('keepDraft'),
    group: 'Drafts',
    summary: 'Keeps words that no save has made durable yet, for a window whose own disk takes none.',
    description:
      'On the disk of the workspace; where that takes none either, in memory until the service ends.',
    caller: 'token',
    body: { kind: 'json', schema: keptDraft, required: true },
    answers: { 200: { description: 'Where it lies.', body: draftPlace } },
    refusals: ['bad-request', 'exists']
  },
  {
    ...endpoint('forgetDraft'),
    group: 'Drafts',
    summary: 'Forgets a draft of the caller.',
    caller: 'token',
    answers: { 204: { description: 'It is gone.', body: null } },
    refusals: ['not-found']
  }
] as const satisfies readonly Operation[]
