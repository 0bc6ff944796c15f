import {
  begunSignIn,
  conflictRequest,
  decided,
  decisionRequest,
  made,
  pairChange,
  pairRequest,
  remoteFolder,
  remoteVersions,
  offerRequest,
  remoteRequest,
  runRequest,
  signInOffer,
  signInRequest,
  surveyRequest,
  syncConflict,
  syncConflictDetail,
  syncActivity,
  syncDecision,
  syncFiles,
  syncOverview,
  syncSurvey,
  syncTest,
  testRequest,
  tokenRequest,
  undone,
  undoRequest
} from '../../sync/shapes'
import type { Operation } from './operation'

const group = 'Sync'
const done = { 204: { description: 'Done.', body: null } } as const
const json = <T>(schema: T, required = true) => ({ kind: 'json', schema, required }) as const

/** Remotes, pairs, runs and conflicts (Y1 … Y13). Progress comes as `sync` events: read the overview again. */
export const syncOperations = [
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
    summary:
      'Adds a server to sync with. Its token is kept in the keychain of the system, else encrypted, else for this run.',
    caller: 'owner',
    body: json(remoteRequest),
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
    body: json(tokenRequest),
    answers: { 200: { description: 'Where it is kept.', body: made } },
    refusals: ['bad-request', 'forbidden', 'not-found']
  },
  {
    id: 'askSyncSignIn',
    method: 'POST',
    address: '/sync/sign-in-offer',
    group,
    summary: 'Asks a server where people sign in to get a token for it; null when it does not say.',
    caller: 'owner',
    body: json(offerRequest),
    answers: { 200: { description: 'The provider, or null.', body: signInOffer } },
    refusals: ['bad-request', 'forbidden', 'unreachable']
  },
  {
    id: 'beginSyncSignIn',
    method: 'POST',
    address: '/sync/remotes/{id}/sign-in',
    group,
    summary:
      'Begins to sign in at an OpenID provider, in the system’s browser: authorization code with PKCE.',
    description:
      'Where no browser can be opened, the person opens `address`, on this computer. How it ends shows in the overview; a sign-in under way is shown again. What the person has not agreed to yet is refused as `not-agreed`: show it, and send it as `agreed`.',
    caller: 'owner',
    body: json(signInRequest, false),
    answers: { 202: { description: 'What the browser opens.', body: begunSignIn } },
    refusals: ['bad-request', 'forbidden', 'not-agreed', 'not-found', 'unreachable']
  },
  {
    id: 'endSyncSignIn',
    method: 'DELETE',
    address: '/sync/remotes/{id}/sign-in',
    group,
    summary: 'Cancels the sign-in under way; without one, signs out, here and at the provider.',
    caller: 'owner',
    answers: done,
    refusals: ['forbidden', 'not-found']
  },
  {
    id: 'testSyncRemote',
    method: 'POST',
    address: '/sync/remotes/{id}/test',
    group,
    summary: 'Tries the connection, and says what is wrong: address, certificate, token, rights, clock.',
    caller: 'owner',
    body: json(testRequest, false),
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
    body: json(pairRequest),
    answers: { 201: { description: 'Its id.', body: made } },
    refusals: ['bad-request', 'exists', 'forbidden', 'not-found']
  },
  {
    id: 'changeSyncPair',
    method: 'PUT',
    address: '/sync/pairs/{id}',
    group,
    summary:
      'Pauses a pair, says how often it looks at its server, what it leaves out, or which side counts at its first sync.',
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
    description:
      '`approved` names deletions that were held back and that somebody has said yes to; `refused` those that are not to be: the file comes back on the side that has deleted it. `paths` names what alone is to be tried, as the failures of the last run name it.',
    caller: 'owner',
    body: json(runRequest, false),
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
    body: json(conflictRequest),
    answers: { 200: { description: 'The conflict.', body: syncConflictDetail } },
    refusals: ['bad-request', 'forbidden', 'not-found']
  },
  {
    id: 'readSyncConflictSide',
    method: 'GET',
    address: '/sync/pairs/{id}/side',
    group,
    summary: 'Gives the bytes of one side of a conflict, or a range of them.',
    caller: 'owner',
    query: [
      { name: 'key', description: 'Of the conflict.' },
      { name: 'side', description: '`base`, `local` or `remote`.' }
    ],
    headers: [{ name: 'Range', description: 'One range of bytes.' }],
    answers: {
      200: { description: 'All of it.', body: 'content' },
      206: { description: 'The range.', body: 'content' }
    },
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
    body: json(decisionRequest),
    answers: { 200: { description: 'The file, and the one beside it.', body: decided } },
    refusals: ['bad-request', 'forbidden', 'not-found', 'precondition-failed']
  },
  {
    id: 'listSyncFiles',
    method: 'GET',
    address: '/sync/pairs/{id}/files',
    group,
    summary: 'Tells how the files of a pair stand: every one that is not in sync, and how many are.',
    description: 'Answered from memory, without asking the server. Files that are not listed are in sync.',
    caller: 'owner',
    query: [
      { name: 'folder', description: 'Only at or below this content path.' },
      { name: 'limit', description: 'How many files at most; 1,000 when left out, 10,000 at most.' }
    ],
    answers: { 200: { description: 'The files, and the folders above them.', body: syncFiles } },
    refusals: ['bad-request', 'bad-path', 'forbidden', 'not-found']
  },
  {
    id: 'listRemoteVersions',
    method: 'GET',
    address: '/sync/pairs/{id}/versions',
    group,
    summary: 'Lists the versions that the server keeps of a file.',
    caller: 'owner',
    query: [{ name: 'path', description: 'The file’s content path here.' }],
    answers: { 200: { description: 'Newest first.', body: remoteVersions } },
    refusals: ['bad-request', 'bad-path', 'forbidden', 'not-found', 'unreachable']
  },
  {
    id: 'readRemoteVersion',
    method: 'GET',
    address: '/sync/pairs/{id}/version',
    group,
    summary: 'Gives the content of a version on the server, or of the file as it is there now.',
    caller: 'owner',
    query: [
      { name: 'path', description: 'The file’s content path here.' },
      { name: 'url', description: 'Of the version, as it was listed; left out: the file as it is now.' }
    ],
    answers: { 200: { description: 'The content.', body: 'content' } },
    refusals: ['bad-request', 'bad-path', 'forbidden', 'not-found', 'unreachable']
  },
  {
    id: 'listSyncDecisions',
    method: 'GET',
    address: '/sync/pairs/{id}/decisions',
    group,
    summary: 'Lists the decisions that can be taken back, newest first.',
    caller: 'owner',
    answers: { 200: { description: 'The decisions.', body: syncDecision.array() } },
    refusals: ['forbidden', 'not-found']
  },
  {
    id: 'listSyncActivity',
    method: 'GET',
    address: '/sync/pairs/{id}/activity',
    group,
    summary: 'Lists what the last 200 runs did to which file, newest first.',
    caller: 'owner',
    answers: { 200: { description: 'The runs that did something.', body: syncActivity.array() } },
    refusals: ['forbidden', 'not-found']
  },
  {
    id: 'undoSyncDecision',
    method: 'POST',
    address: '/sync/pairs/{id}/undo',
    group,
    summary: 'Takes a decision back: the conflict is open again, and the file has its content of before.',
    description: 'Refused when the file has changed since. Works also after the decision was sent.',
    caller: 'owner',
    body: json(undoRequest),
    answers: { 200: { description: 'The file, and the one beside it that was taken away.', body: undone } },
    refusals: ['bad-request', 'forbidden', 'not-found', 'precondition-failed']
  },
  {
    id: 'readRemoteFolder',
    method: 'GET',
    address: '/sync/remotes/{id}/folder',
    group,
    summary: 'Shows what lies in a folder of the server, to choose from.',
    caller: 'owner',
    query: [{ name: 'path', description: 'A content path there; / for its organizations.' }],
    answers: { 200: { description: 'What lies in it.', body: remoteFolder } },
    refusals: ['bad-request', 'bad-path', 'forbidden', 'not-found', 'unreachable']
  },
  {
    id: 'surveySync',
    method: 'POST',
    address: '/sync/remotes/{id}/survey',
    group,
    summary: 'Counts what a first sync of two folders would bring.',
    caller: 'owner',
    body: json(surveyRequest),
    answers: { 200: { description: 'How much lies on each side.', body: syncSurvey } },
    refusals: ['bad-request', 'bad-path', 'forbidden', 'not-found', 'unreachable']
  }
] as const satisfies readonly Operation[]
