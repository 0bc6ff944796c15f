import type { WorkspaceHealth } from '../../../../common/health'

/** How that is called which can be used up. */
export const roomNames: Readonly<Record<WorkspaceHealth['lies'], string>> = {
  folder: 'Room on the disk',
  database: 'Room in the workspace'
}
