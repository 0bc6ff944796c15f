import { presentIn } from '../../present'
import { endpoint, type Operation } from './operation'

/** Writing together (RT1 to RT12). */
export const roomOperations = [
  {
    ...endpoint('listRooms'),
    group: 'Writing together',
    summary: 'Lists who is in which document at this moment.',
    description:
      'In the whole workspace, or at and below a path, as far as the caller may read it; the event `presence` tells when somebody comes or goes.',
    caller: 'token',
    answers: { 200: { description: 'Documents by their path, with all who are in them.', body: presentIn } },
    refusals: ['bad-path', 'forbidden']
  },
  {
    ...endpoint('openLine'),
    group: 'Writing together',
    summary: 'Opens the line of one window: what happens in the documents that it has joined.',
    description:
      'A stream of frames that goes on. The first one has the name of the line; `sendOnLine` joins documents and says what was written. A line that was cut is opened anew, and its documents are joined again.',
    caller: 'token',
    answers: { 200: { description: 'Frames, as they come.', body: 'frames' } },
    refusals: ['too-many']
  },
  {
    ...endpoint('sendOnLine', { n: 'Counts the requests of the line, from 0.' }),
    group: 'Writing together',
    summary: 'Says something on a line that the caller has opened.',
    description:
      'Frames, one after the other: who joins a document must be allowed to read it, who writes in it to write it. Each request of a line is sent when the one before was answered; one that was heard already is answered again and does nothing.',
    caller: 'token',
    body: { kind: 'bytes', required: true },
    answers: { 204: { description: 'It was heard. What became of it comes on the line.', body: null } },
    refusals: ['bad-request', 'not-found', 'too-large']
  }
] as const satisfies readonly Operation[]
