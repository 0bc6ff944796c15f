import { stat } from 'node:fs/promises'

/**
 * Which workspace it is, where, and in which very folder: a copy, a move and a replaced folder are others
 * (T1).
 */
export interface WorkspaceIdentity {
  readonly id: string
  /** With links resolved. */
  readonly path: string
  /** Of the folder, in decimal. */
  readonly dev: string
  readonly ino: string
}

/** @param location of an open workspace, with links resolved @throws Error when the folder is not there */
export async function identityOf({
  id,
  location
}: {
  readonly id: string
  readonly location: string
}): Promise<WorkspaceIdentity> {
  const { dev, ino } = await stat(location, { bigint: true })
  return { id, path: location, dev: String(dev), ino: String(ino) }
}

export function isSameWorkspace(a: WorkspaceIdentity, b: WorkspaceIdentity): boolean {
  return a.id === b.id && a.path === b.path && a.dev === b.dev && a.ino === b.ino
}
