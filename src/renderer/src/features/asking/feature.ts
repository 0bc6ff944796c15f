import { memo, useEffect } from 'react'
import { useAccessRequests } from '../../documents/asking/access-requests'
import { registerCommands } from '../../workbench/commands/commands'
import { whileShown, type Feature } from '../../workbench/contributions'
import { showAccessRequests } from './show-requests'
import { tellAnswers } from './told'
import { RequestsNotice } from './RequestsNotice'

export const feature: Feature = {
  parts: { background: whileShown(useAsking), notice: memo(RequestsNotice) }
}

/** Tells the answers to what one has asked, and shows what others ask (A13). */
function useAsking(): void {
  const accessRequests = useAccessRequests()
  const isAsked = (accessRequests?.toAnswer.length ?? 0) > 0
  useEffect(() => tellAnswers(accessRequests?.mine ?? []), [accessRequests])
  useEffect(
    () =>
      registerCommands([
        {
          id: 'workspace.who-asks',
          title: 'Show who asks for access…',
          group: 'Workspace',
          enabled: () => isAsked,
          run: showAccessRequests
        }
      ]),
    [isAsked]
  )
}
