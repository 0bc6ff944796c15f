export interface OpenProblem {
  readonly location: string
  readonly reason: string
  readonly message: string
}

const titles: Readonly<Record<string, string>> = {
  'in-use': 'The workspace is open somewhere else',
  'read-only': 'The workspace cannot be written',
  'no-access': 'The workspace cannot be opened',
  'not-found': 'The workspace is not there any more',
  'not-a-workspace': 'This folder is not a workspace',
  'disk-full': 'The disk is full',
  damaged: 'The workspace is damaged'
}

const steps: Readonly<Record<string, string>> = {
  'in-use': 'Close it there, then try again; or open another workspace here.',
  'read-only':
    'Check that the disk is not write-protected and that you may write to the folder, then try again.',
  'no-access': 'Ask for read and write access to the folder, then try again.',
  'not-found':
    'If it is on a removable or network disk, connect it and try again. If it was moved, open it where it is now.',
  'not-a-workspace': 'Choose an empty folder for a new workspace, or the folder of an existing one.',
  'disk-full': 'Free some space, then try again.',
  damaged: 'Run “galley doctor” on the folder, then try again. Nothing was changed.'
}

/** A heading for why a workspace could not be opened. */
export function problemTitle(reason: string): string {
  return titles[reason] ?? 'The workspace could not be opened'
}

/** What to do about it; null when the message says it all. */
export function problemStep(reason: string): string | null {
  return steps[reason] ?? null
}
