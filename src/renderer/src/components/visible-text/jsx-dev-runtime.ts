import type { ElementType, Key, ReactElement } from 'react'
import { jsxDEV as make, type JSXSource } from 'react/jsx-dev-runtime'
import { shown } from './shown'

export { Fragment } from 'react/jsx-dev-runtime'

/** As `jsx-runtime`, for development and tests. */
export const jsxDEV = (
  type: ElementType,
  props: unknown,
  key: Key | undefined,
  isStatic: boolean,
  source?: JSXSource,
  self?: unknown
): ReactElement => make(type, shown(type, props), key, isStatic, source, self)
