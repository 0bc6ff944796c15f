import { useEffect } from 'react'
import type { ContentPath } from '../../../common/content/paths'
import { isForNow, keepTab, lookAtDocument, workbench, type Tab } from '../workbench/workbench'
import { isUnsaved, openDocumentAt, subscribeDocuments } from '.'

/**
 * Shows the document until another one is looked at. What is written in is kept instead of being replaced
 * (E1).
 */
export function lookAt(path: ContentPath): void {
  lookAtDocument(path, isWritten)
}

/** Once per window: a tab that is there for now stays from the first letter on that is written in it. */
export function useKeepWritten(): void {
  useEffect(
    () =>
      subscribeDocuments(() => {
        for (const tab of workbench().tabs) if (isForNow(tab) && isWritten(tab)) keepTab(tab.id)
      }),
    []
  )
}

const isWritten = (tab: Tab): boolean => isUnsaved(openDocumentAt(tab.path)?.snapshot().status ?? null)
