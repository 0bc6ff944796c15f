import type { Command } from 'prosemirror-state'
import { pageSchema } from '../../../../../common/formats/page/schema'
import { turnInto } from '../../../engines/page/commands/lines'
import { liftItem, nestItem } from '../../../engines/page/commands/lists'
import { onLine } from '../../../engines/page/commands/on-line'
import { addRule, breakLine, splitSection } from '../../../engines/page/commands/pieces'
import type { blockCommandNames } from './command-names'

/** What these commands do in the page. */
export const blockSteps: Readonly<Record<keyof typeof blockCommandNames, Command>> = {
  'page.code-block': onLine(turnInto(pageSchema.nodes.code_block)),
  'page.rule': onLine(addRule),
  'page.line-break': breakLine,
  'page.nest': nestItem,
  'page.unnest': liftItem,
  'page.split-section': splitSection
}
