/**
 * The views of the middle of the window that are no documents. Each is opened for a path (an organization, a site, a folder or a file)
 * with `openTool`, has the address `#/{name}{path}`, and is described in `features/tools/table.ts`.
 */
export const toolNames = ['config', 'import', 'jobs', 'moment', 'published', 'site', 'sync'] as const

export type ToolName = (typeof toolNames)[number]

export const isToolName = (name: string): name is ToolName => toolNames.some((known) => known === name)
