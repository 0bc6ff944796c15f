import { use } from 'react'
import type { ContentPath } from '../../../../common/content/paths'
import type { ToolName } from '../../workbench/tool-names'
import { tools } from './table'

/** The view of one tool. While it loads it suspends; a failed load is thrown, and tried again when it is next shown. */
export function ToolView({ tool, path }: { readonly tool: ToolName; readonly path: ContentPath }) {
  const View = use(tools[tool].load())
  // eslint-disable-next-line react-hooks/static-components -- loaded once, so it is the same component at every render
  return <View path={path} />
}
