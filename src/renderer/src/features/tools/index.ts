export { tools, type Tool, type ToolViewProps } from './table'
export { ToolView } from './ToolView'
