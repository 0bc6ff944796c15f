import { memo, useEffect } from 'react'
import { useWishes } from '../../documents/asking/wishes'
import { registerCommands } from '../../workbench/commands/commands'
import { whileShown, type Feature } from '../../workbench/contributions'
import { showWishes } from './show-wishes'
import { tellAnswers } from './told'
import { WishesNotice } from './WishesNotice'

export const feature: Feature = {
  parts: { background: whileShown(useAsking), notice: memo(WishesNotice) }
}

/** Tells the answers to what one has asked, and shows what others ask (A13). */
function useAsking(): void {
  const wishes = useWishes()
  const isAsked = (wishes?.toAnswer.length ?? 0) > 0
  useEffect(() => tellAnswers(wishes?.mine ?? []), [wishes])
  useEffect(
    () =>
      registerCommands([
        {
          id: 'workspace.who-asks',
          title: 'Show who asks for access…',
          group: 'Workspace',
          enabled: () => isAsked,
          run: showWishes
        }
      ]),
    [isAsked]
  )
}
