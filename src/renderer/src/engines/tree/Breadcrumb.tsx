import type { CSSProperties } from 'react'
import {
  childOf,
  isHidden,
  nameOf,
  segmentsOf,
  siteOf,
  type ContentPath
} from '../../../../common/content/paths'
import { showInTree } from './show-in-tree'
import classes from './Breadcrumb.module.css'

/** Where a document lies: its site, its folders and its name, each of which the tree shows when it is asked. */
export function Breadcrumb({ path }: { readonly path: ContentPath }) {
  return (
    <nav className={classes.crumbs} aria-label="Path of the document" title={path}>
      <ol>
        {placesOf(path).map((place) => (
          <li key={place} style={lettersOf(place)}>
            {isInTree(place) ? (
              <button
                type="button"
                title={place}
                aria-current={place === path ? 'page' : undefined}
                onClick={() => void showInTree(place)}
              >
                {nameOf(place)}
              </button>
            ) : (
              <span title={place} aria-current={place === path ? 'page' : undefined}>
                {nameOf(place)}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** So many letters of a name stay in sight at least. */
const lettersOf = (path: ContentPath) => ({ '--letters': Math.min(3, nameOf(path).length) }) as CSSProperties

/** The site first, the document last. */
function placesOf(path: ContentPath): readonly ContentPath[] {
  const places = [siteOf(path)]
  for (const name of segmentsOf(path).slice(2)) places.push(childOf(places.at(-1) ?? siteOf(path), name))
  return places
}

/** The tree has no line for what lies in a dot folder (N4). */
const isInTree = (path: ContentPath): boolean => !segmentsOf(path).some(isHidden)
