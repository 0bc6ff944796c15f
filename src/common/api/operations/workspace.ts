import { z } from 'zod'
import { setAsideItem, transfer, workspace } from '../shapes'
import { workspaceHealth } from '../../health'
import { trustInfo } from '../../trust'
import { endpoint, type Operation } from './operation'

const owner = z.object({ owner: z.object({ name: z.string(), email: z.string() }) })

/** The workspace itself: whose it is, how it fares, what was set aside, whether it is trusted. */
export const workspaceOperations = [
  {
    ...endpoint('readWorkspace'),
    group: 'Workspace',
    summary: 'Tells which workspace this is, whose, and what was found damaged.',
    caller: 'token',
    answers: { 200: { description: 'The workspace.', body: workspace } },
    refusals: []
  },
  {
    ...endpoint('setOwner'),
    group: 'Workspace',
    summary: 'Sets who the owner is.',
    caller: 'owner',
    body: { kind: 'json', schema: owner, required: true },
    answers: { 200: { description: 'The workspace.', body: workspace } },
    refusals: ['bad-request', 'forbidden', 'too-large']
  },
  {
    ...endpoint('setServiceFolder'),
    group: 'Workspace',
    summary: 'Renames the service folder of every site, which holds its schemas.',
    description:
      'All or nothing, with ids and history. The name comes without its dot. Rows of permissions that name the old folder are not changed.',
    caller: 'owner',
    body: { kind: 'json', schema: z.object({ name: z.string() }), required: true },
    answers: { 200: { description: 'The workspace.', body: workspace } },
    refusals: ['bad-request', 'forbidden', 'exists', 'too-large']
  },
  {
    ...endpoint('readHealth'),
    group: 'Workspace',
    summary: 'Tells how the store, the disk and the place of the workspace are.',
    description:
      'What the last examination of the whole store found damaged, how much room is left on the disk, and whether another program mirrors the folder or it lies on a network.',
    caller: 'owner',
    answers: { 200: { description: 'How they are.', body: workspaceHealth } },
    refusals: ['forbidden']
  },
  {
    ...endpoint('checkHealth'),
    group: 'Workspace',
    summary: 'Begins to examine the whole store, unless that is under way.',
    description: 'Nothing is written. An event `health` tells of its end.',
    caller: 'owner',
    answers: { 202: { description: 'It is under way.', body: workspaceHealth } },
    refusals: ['forbidden']
  },
  {
    ...endpoint('silencePlace'),
    group: 'Workspace',
    summary: 'Sets whether the window speaks of the place of the workspace by itself.',
    caller: 'owner',
    body: { kind: 'json', schema: z.object({ silenced: z.boolean() }), required: true },
    answers: { 200: { description: 'How the workspace is.', body: workspaceHealth } },
    refusals: ['bad-request', 'forbidden', 'too-large']
  },
  {
    ...endpoint('listSetAside'),
    group: 'Workspace',
    summary: 'Lists what was set aside because it was damaged or broke a rule.',
    caller: 'owner',
    answers: { 200: { description: 'Newest first.', body: setAsideItem.array() } },
    refusals: ['forbidden']
  },
  {
    ...endpoint('readSetAside'),
    group: 'Workspace',
    summary: 'Gives the bytes of a file that was set aside, to be saved and looked at.',
    caller: 'owner',
    answers: { 200: { description: 'The file, as bytes of no type.', body: 'content' } },
    refusals: ['forbidden', 'not-found']
  },
  {
    ...endpoint('deleteSetAside'),
    group: 'Workspace',
    summary: 'Deletes something that was set aside, for good.',
    caller: 'owner',
    answers: { 204: { description: 'Deleted.', body: null } },
    refusals: ['forbidden', 'not-found']
  },
  {
    ...endpoint('loadSample'),
    group: 'Workspace',
    summary: 'Puts the sample site into the workspace.',
    caller: 'owner',
    answers: { 201: { description: 'Where it is.', body: transfer } },
    refusals: ['forbidden', 'not-found', 'exists']
  },
  {
    ...endpoint('readTrust'),
    group: 'Workspace',
    summary: 'Tells whether the workspace is trusted on this computer, and what it sets going then.',
    description:
      'Until its person says so, a workspace that was made elsewhere asks no other host for anything, and syncs, imports and sign-ins answer 403 with the reason `untrusted`.',
    caller: 'owner',
    answers: { 200: { description: 'The state, and what hangs on it.', body: trustInfo } },
    refusals: ['forbidden']
  }
] as const satisfies readonly Operation[]
