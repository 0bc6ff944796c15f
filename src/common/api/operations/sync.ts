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
import { endpoint, type Operation } from './operation'

const group = 'Sync'
const done = { 204: { description: 'Done.', body: null } } as const
const json = <T>(schema: T, required = true) => ({ kind: 'json', schema, required }) as const

/**
 * Remotes, pairs, runs and conflicts (Y1 … Y13). Progress comes as `sync` events: read the overview again.
 */
export const syncOperations = [
  {
    ...endpoint('readSync'),
    group,
    summary: 'Tells the remotes, the pairs and how each stands.',
    caller: 'owner',
    answers: { 200: { description: 'All of it.', body: syncOverview } },
    refusals: ['forbidden']
  },
  {
    ...endpoint('addSyncRemote'),
    group,
    summary:
      'Adds a server to sync with. Its token is kept in the keychain of the system, else encrypted, else for this run.',
    caller: 'owner',
    body: json(remoteRequest),
    answers: { 201: { description: 'Its id, and where the token is kept.', body: made } },
    refusals: ['bad-request', 'exists', 'forbidden']
  },
  {
    ...endpoint('removeSyncRemote'),
    group,
    summary: 'Forgets a remote, its token and its pairs; the files stay on both sides.',
    caller: 'owner',
    answers: done,
    refusals: ['forbidden', 'not-found']
  },
  {
    ...endpoint('setSyncToken'),
    group,
    summary: 'Gives a remote another token.',
    caller: 'owner',
    body: json(tokenRequest),
    answers: { 200: { description: 'Where it is kept.', body: made } },
    refusals: ['bad-request', 'forbidden', 'not-found']
  },
  {
    ...endpoint('askSyncSignIn'),
    group,
    summary: 'Asks a server where people sign in to get a token for it; null when it does not say.',
    caller: 'owner',
    body: json(offerRequest),
    answers: { 200: { description: 'The provider, or null.', body: signInOffer } },
    refusals: ['bad-request', 'forbidden', 'unreachable']
  },
  {
    ...endpoint('beginSyncSignIn'),
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
    ...endpoint('endSyncSignIn'),
    group,
    summary: 'Cancels the sign-in under way; without one, signs out, here and at the provider.',
    caller: 'owner',
    answers: done,
    refusals: ['forbidden', 'not-found']
  },
  {
    ...endpoint('testSyncRemote'),
    group,
    summary: 'Tries the connection, and says what is wrong: address, certificate, token, rights, clock.',
    caller: 'owner',
    body: json(testRequest, false),
    answers: { 200: { description: 'What was looked at.', body: syncTest } },
    refusals: ['forbidden', 'not-found']
  },
  {
    ...endpoint('addSyncPair'),
    group,
    summary: 'Pairs a site or folder with one on a remote.',
    caller: 'owner',
    body: json(pairRequest),
    answers: { 201: { description: 'Its id.', body: made } },
    refusals: ['bad-request', 'exists', 'forbidden', 'not-found']
  },
  {
    ...endpoint('changeSyncPair'),
    group,
    summary:
      'Pauses a pair, says how often it looks at its server, what it leaves out, or which side counts at its first sync.',
    caller: 'owner',
    body: json(pairChange),
    answers: done,
    refusals: ['bad-request', 'forbidden', 'not-found']
  },
  {
    ...endpoint('removeSyncPair'),
    group,
    summary: 'Ends a pair; the files stay on both sides.',
    caller: 'owner',
    answers: done,
    refusals: ['forbidden', 'not-found']
  },
  {
    ...endpoint('runSyncPair'),
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
    ...endpoint('stopSyncPair'),
    group,
    summary: 'Ends the run under way; what it did stays done.',
    caller: 'owner',
    answers: done,
    refusals: ['forbidden', 'not-found']
  },
  {
    ...endpoint('listSyncConflicts'),
    group,
    summary: 'Lists the files that wait for a decision.',
    caller: 'owner',
    answers: { 200: { description: 'The conflicts.', body: syncConflict.array() } },
    refusals: ['forbidden', 'not-found']
  },
  {
    ...endpoint('showSyncConflict'),
    group,
    summary: 'Shows a conflict with its three states, and what the file becomes with some choices.',
    caller: 'owner',
    body: json(conflictRequest),
    answers: { 200: { description: 'The conflict.', body: syncConflictDetail } },
    refusals: ['bad-request', 'forbidden', 'not-found']
  },
  {
    ...endpoint('readSyncConflictSide', {
      key: 'Of the conflict.',
      side: '`base`, `local` or `remote`.',
      state: 'Of the conflict: with another one it is another address.'
    }),
    group,
    summary: 'Gives the bytes of one side of a conflict, or a range of them.',
    caller: 'owner',
    headers: [{ name: 'Range', description: 'One range of bytes.' }],
    answers: {
      200: { description: 'All of it.', body: 'content' },
      206: { description: 'The range.', body: 'content' }
    },
    refusals: ['bad-request', 'forbidden', 'not-found']
  },
  {
    ...endpoint('decideSyncConflict'),
    group,
    summary: 'Puts the decided content in place; it is sent with the next run.',
    description: '`keepBoth` keeps the local content, and the other as a file beside.',
    caller: 'owner',
    body: json(decisionRequest),
    answers: { 200: { description: 'The file, and the one beside it.', body: decided } },
    refusals: ['bad-request', 'forbidden', 'not-found', 'precondition-failed']
  },
  {
    ...endpoint('listSyncFiles', {
      folder: 'Only at or below this content path.',
      limit: 'How many files at most; 1,000 when left out, 10,000 at most.'
    }),
    group,
    summary: 'Tells how the files of a pair stand: every one that is not in sync, and how many are.',
    description: 'Answered from memory, without asking the server. Files that are not listed are in sync.',
    caller: 'owner',
    answers: { 200: { description: 'The files, and the folders above them.', body: syncFiles } },
    refusals: ['bad-request', 'bad-path', 'forbidden', 'not-found']
  },
  {
    ...endpoint('listRemoteVersions', { path: 'The file’s content path here.' }),
    group,
    summary: 'Lists the versions that the server keeps of a file.',
    caller: 'owner',
    answers: { 200: { description: 'Newest first.', body: remoteVersions } },
    refusals: ['bad-request', 'bad-path', 'forbidden', 'not-found', 'unreachable']
  },
  {
    ...endpoint('readRemoteVersion', {
      path: 'The file’s content path here.',
      url: 'Of the version, as it was listed; left out: the file as it is now.'
    }),
    group,
    summary: 'Gives the content of a version on the server, or of the file as it is there now.',
    caller: 'owner',
    answers: { 200: { description: 'The content.', body: 'content' } },
    refusals: ['bad-request', 'bad-path', 'forbidden', 'not-found', 'unreachable']
  },
  {
    ...endpoint('listSyncDecisions'),
    group,
    summary: 'Lists the decisions that can be taken back, newest first.',
    caller: 'owner',
    answers: { 200: { description: 'The decisions.', body: syncDecision.array() } },
    refusals: ['forbidden', 'not-found']
  },
  {
    ...endpoint('listSyncActivity'),
    group,
    summary: 'Lists what the last 200 runs did to which file, newest first.',
    caller: 'owner',
    answers: { 200: { description: 'The runs that did something.', body: syncActivity.array() } },
    refusals: ['forbidden', 'not-found']
  },
  {
    ...endpoint('undoSyncDecision'),
    group,
    summary: 'Takes a decision back: the conflict is open again, and the file has its content of before.',
    description: 'Refused when the file has changed since. Works also after the decision was sent.',
    caller: 'owner',
    body: json(undoRequest),
    answers: { 200: { description: 'The file, and the one beside it that was taken away.', body: undone } },
    refusals: ['bad-request', 'forbidden', 'not-found', 'precondition-failed']
  },
  {
    ...endpoint('readRemoteFolder', { path: 'A content path there; / for its organizations.' }),
    group,
    summary: 'Shows what lies in a folder of the server, to choose from.',
    caller: 'owner',
    answers: { 200: { description: 'What lies in it.', body: remoteFolder } },
    refusals: ['bad-request', 'bad-path', 'forbidden', 'not-found', 'unreachable']
  },
  {
    ...endpoint('surveySync'),
    group,
    summary: 'Counts what a first sync of two folders would bring.',
    caller: 'owner',
    body: json(surveyRequest),
    answers: { 200: { description: 'How much lies on each side.', body: syncSurvey } },
    refusals: ['bad-request', 'bad-path', 'forbidden', 'not-found', 'unreachable']
  }
] as const satisfies readonly Operation[]
