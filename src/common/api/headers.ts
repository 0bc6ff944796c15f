/** Headers of our own. */
export const headers = {
  /** Request: the editing session of an autosave (V3). */
  session: 'X-Galley-Session',
  /** Answer: the id of the file. */
  fileId: 'X-Galley-Id',
  /** Both ways: where a paged list goes on (S2). */
  continuation: 'X-Galley-Continuation',
  /** Request of a list: `true`, for the ids of its files (S2). */
  ids: 'X-Galley-Ids',
  /** Answer: e-mail of who wrote the current content (as header text, see `header-text.ts`). */
  modifiedBy: 'X-Galley-Modified-By',
  /** Answer: the name of the same person, as header text; absent where none is known. */
  modifiedByName: 'X-Galley-Modified-By-Name',
  /** Answer of DELETE: the id in the trash, for undo. */
  trash: 'X-Galley-Trash',
  /** Answer: what the caller may do there, `read,write`, `read` or nothing (P7). */
  actions: 'X-Galley-Actions',
  /** Answer of a move or copy: how many files it did (S4). */
  files: 'X-Galley-Files',
  /** Answer of a move that follows links: how many addresses were written anew (LK2). */
  rewritten: 'X-Galley-Rewritten',
  /** Answer of a move that follows links: the change that can be taken back as one (LK4). */
  change: 'X-Galley-Change',
  /** Request of a move, copy or deletion: a name for its `progress` events, by which it can be stopped. */
  operation: 'X-Galley-Operation',
  /** Request: the name of the program that asks, as header text; recorded with what it changes (MC6). */
  program: 'X-Galley-Program',
  /** Answer: the program, or the token, by which the current content was written, as header text. */
  modifiedWith: 'X-Galley-Modified-With'
} as const

/** Headers of the field that clients already send and look for, beside ours. */
export const fieldHeaders = {
  /** Answer: the id of the file. */
  fileId: 'X-da-id',
  /** Answer: what the caller may do there (P7): `/site/page.html=read,write`. */
  actions: 'X-da-actions',
  /** Answer of a list: what the caller may do with what lies in the folder: `/site/docs/**=read,write`. */
  childActions: 'X-da-child-actions',
  /** Request: which program writes; `collab` for one in which several people edit (V3). */
  initiator: 'X-DA-Initiator',
  /** Answer: the sentence of an error, as header text. */
  error: 'X-Error'
} as const
