import type { ToolViewProps } from '../tools'

/** The config of an organization, a site, a folder or a page. */
export function ConfigView({ path }: ToolViewProps) {
  return <p>{path}</p>
}
