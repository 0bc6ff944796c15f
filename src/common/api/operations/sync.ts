import {
  conflictWish,
  decided,
  decisionWish,
  made,
  pairChange,
  pairWish,
  remoteWish,
  runWish,
  syncConflict,
  syncConflictDetail,
  syncOverview,
  syncTest,
  testWish,
  tokenWish
} from '../../sync/shapes'
import type { Operation } from './operation'

const group = 'Sync'
const done = { 204: { description: 'Done.', body: null } } as const
const json = <T>(schema: T, required = true) => ({ kind: 'json', schema, required }) as const

/** Remotes, pairs, runs and conflicts (Y1 … Y13). Progress comes as `sync` events: read the overview again. */
export const syncOperations: readonly Operation[] = [
  {
    id: 'readSync',
    method: 'GET',
    address: '/sync',
    group,
    summary: 'Tells the remotes, the pairs and how each stands.',
    caller: 'owner',
    answers: { 200: { description: 'All of it.', body: syncOverview } },
    refusals: ['forbidden']
  },
  {
    id: 'addSyncRemote',
    method: 'POST',
    address: '/sync/remotes',
    group,
    summary: 'Adds a server to sync with. Its token is kept in the keychain of the system, or for this run.',
    caller: 'owner',
    body: json(remoteWish),
    answers: { 201: { description: 'Its id, and where the token is kept.', body: made } },
    refusals: ['bad-request', 'exists', 'forbidden']
  },
  {
    id: 'removeSyncRemote',
    method: 'DELETE',
    address: '/sync/remotes/{id}',
    group,
    summary: 'Forgets a remote, its token and its pairs; the files stay on both sides.',
    caller: 'owner',
    answers: done,
    refusals: ['forbidden', 'not-found']
  },
  {
    id: 'setSyncToken',
    method: 'PUT',
    address: '/sync/remotes/{id}/token',
    group,
    summary: 'Gives a remote another token.',
    caller: 'owner',
    body: json(tokenWish),
    answers: { 200: { description: 'Where it is kept.', body: made } },
    refusals: ['bad-request', 'forbidden', 'not-found']
  },
  {
    id: 'testSyncRemote',
    method: 'POST',
    address: '/sync/remotes/{id}/test',
    group,
    summary: 'Tries the connection, and says what is wrong: address, certificate, token, rights, clock.',
    caller: 'owner',
    body: json(testWish, false),
    answers: { 200: { description: 'What was looked at.', body: syncTest } },
    refusals: ['forbidden', 'not-found']
  },
  {
    id: 'addSyncPair',
    method: 'POST',
    address: '/sync/pairs',
    group,
    summary: 'Pairs a site or folder with one on a remote.',
    caller: 'owner',
    body: json(pairWish),
    answers: { 201: { description: 'Its id.', body: made } },
    refusals: ['bad-request', 'exists', 'forbidden', 'not-found']
  },
  {
    id: 'changeSyncPair',
    method: 'PUT',
    address: '/sync/pairs/{id}',
    group,
    summary: 'Pauses a pair, or says which side counts at its first sync.',
    caller: 'owner',
    body: json(pairChange),
    answers: done,
    refusals: ['bad-request', 'forbidden', 'not-found']
  },
  {
    id: 'removeSyncPair',
    method: 'DELETE',
    address: '/sync/pairs/{id}',
    group,
    summary: 'Ends a pair; the files stay on both sides.',
    caller: 'owner',
    answers: done,
    refusals: ['forbidden', 'not-found']
  },
  {
    id: 'runSyncPair',
    method: 'POST',
    address: '/sync/pairs/{id}/run',
    group,
    summary: 'Begins a run, or joins the one under way.',
    description: '`approved` names deletions that were held back and that somebody has said yes to.',
    caller: 'owner',
    body: json(runWish, false),
    answers: { 202: { description: 'How everything stands.', body: syncOverview } },
    refusals: ['forbidden', 'not-found']
  },
  {
    id: 'stopSyncPair',
    method: 'POST',
    address: '/sync/pairs/{id}/stop',
    group,
    summary: 'Ends the run under way; what it did stays done.',
    caller: 'owner',
    answers: done,
    refusals: ['forbidden', 'not-found']
  },
  {
    id: 'listSyncConflicts',
    method: 'GET',
    address: '/sync/pairs/{id}/conflicts',
    group,
    summary: 'Lists the files that wait for a decision.',
    caller: 'owner',
    answers: { 200: { description: 'The conflicts.', body: syncConflict.array() } },
    refusals: ['forbidden', 'not-found']
  },
  {
    id: 'showSyncConflict',
    method: 'POST',
    address: '/sync/pairs/{id}/conflict',
    group,
    summary: 'Shows a conflict with its three states, and what the file becomes with some choices.',
    caller: 'owner',
    body: json(conflictWish),
    answers: { 200: { description: 'The conflict.', body: syncConflictDetail } },
    refusals: ['bad-request', 'forbidden', 'not-found']
  },
  {
    id: 'decideSyncConflict',
    method: 'POST',
    address: '/sync/pairs/{id}/decision',
    group,
    summary: 'Puts the decided content in place; it is sent with the next run.',
    description: '`keepBoth` keeps the local content, and the other as a file beside.',
    caller: 'owner',
    body: json(decisionWish),
    answers: { 200: { description: 'The file, and the one beside it.', body: decided } },
    refusals: ['bad-request', 'forbidden', 'not-found', 'precondition-failed']
  }
]
