import { use } from 'react'
import type { ToolViewProps, Tool } from '../workbench/contributions'

/** The view of one tool. While it loads it suspends; a failed load is thrown, and tried again when it is next shown. */
export function ToolView({ tool, path }: ToolViewProps & { readonly tool: Tool }) {
  const View = use(tool.load())
  // eslint-disable-next-line react-hooks/static-components -- loaded once, so it is the same component at every render
  return <View path={path} />
}
