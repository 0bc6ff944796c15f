import type { Tool } from '../tool'
import { checkingTools } from './checking'
import { publishingTools } from './publishing'
import { readingTools } from './reading'
import { findReplaceable, replaceTool } from './replacing'
import { writingTools } from './writing'

/** Everything that a program can do (MC2). */
export const tools: readonly Tool[] = [
  ...readingTools,
  ...checkingTools,
  findReplaceable,
  ...writingTools,
  replaceTool,
  ...publishingTools
]
