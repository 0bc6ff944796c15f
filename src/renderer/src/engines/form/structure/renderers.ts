import { rankWith, uiTypeIs, type JsonFormsRendererRegistryEntry } from '@jsonforms/core'
import { LeavesRenderer, ObjectRenderer, SectionRenderer } from './ObjectRenderer'
import { ListRenderer } from './ListRenderer'

/** What draws each part of a form. JSON Forms takes the entry with the highest rank. */
export const renderers: JsonFormsRendererRegistryEntry[] = [
  { tester: rankWith(1, uiTypeIs('GalleyObject')), renderer: ObjectRenderer },
  { tester: rankWith(1, uiTypeIs('GalleyLeaves')), renderer: LeavesRenderer },
  { tester: rankWith(1, uiTypeIs('GalleySection')), renderer: SectionRenderer },
  { tester: rankWith(1, uiTypeIs('GalleyList')), renderer: ListRenderer }
]
