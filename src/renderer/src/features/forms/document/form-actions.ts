import type { ComponentType } from 'react'
import type { ContentPath } from '../../../../../common/content/paths'
import type { DocumentSession } from '../../../documents'
import { FormPublishActions } from './FormPublishActions'

export interface FormActionProps {
  readonly session: DocumentSession
  readonly path: ContentPath
}

/** What stands at the end of a structured document's toolbar, in this order. */
export const formActions: readonly ComponentType<FormActionProps>[] = [FormPublishActions]
