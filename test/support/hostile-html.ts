/** Says that a script ran: in the page it is in, or in the window around it. */
const ACT = `(top.hostile=(top.hostile||0)+1)`

/**
 * Documents that try to run, load, send, navigate or take over when they are shown, by what they try. Each of them is a piece of a body.
 * @param host an address that counts who asks it, like `http://127.0.0.1:1234`
 */
export function hostileHtml(host: string): readonly (readonly [name: string, html: string])[] {
  const ask = (what: string) => `${host}/${what}`
  return [
    ['a script', `<script>${ACT}</script><script src="${ask('script')}"></script>`],
    [
      'a module and an import map',
      `<script type="importmap">{"imports":{"x":"${ask('map')}"}}</script><script type="module">import "${ask('module')}"</script>`
    ],
    ['a script in parts', `<scr<script>ipt>${ACT}</scr</script>ipt>`],
    [
      'handlers',
      `<img src=x onerror="${ACT}"><svg onload="${ACT}"><body onload="${ACT}"><p ONCLICK="${ACT}">x`
    ],
    ['handlers behind odd blanks', `<img/src=x\u000conerror="${ACT}"><img src=x\nonerror\t=\t"${ACT}">`],
    [
      'what acts when it gets the keyboard',
      `<input autofocus onfocus="${ACT}"><details open ontoggle="${ACT}"><video autoplay onplay="${ACT}">`
    ],
    [
      'a popover and a dialog',
      `<div popover id=p onbeforetoggle="${ACT}">x</div><button popovertarget=p>y</button><dialog open>z</dialog>`
    ],
    ['noscript with an attribute', `<noscript><p title="</noscript><img src=x onerror=${ACT}>"></noscript>`],
    ['text areas', `<textarea><p title="</textarea><img src=x onerror=${ACT}>"></textarea>`],
    ['a title', `<title><p title="</title><img src=x onerror=${ACT}>"></title>`],
    [
      'xmp and plain text',
      `<xmp><p title="</xmp><img src=x onerror=${ACT}>"></xmp><plaintext><script>${ACT}</script>`
    ],
    [
      'a template',
      `<template><script>${ACT}</script><img src="${ask('template')}" onerror="${ACT}"></template>`
    ],
    [
      'a shadow root',
      `<div><template shadowrootmode=open><script>${ACT}</script><img src="${ask('shadow')}"></template></div>`
    ],
    [
      'comments',
      `<!--><script>${ACT}</script>--><!--!><img src=x onerror=${ACT}>--!><![CDATA[<script>${ACT}</script>]]>`
    ],
    ['a style sheet that ends early', `<style><p title="</style><img src=x onerror=${ACT}>"></style>`],
    [
      'math and style (a mutation)',
      `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${ACT}&gt;">`
    ],
    [
      'forms in forms (a mutation)',
      `<form><math><mtext></form><form><mglyph><style></math><img src onerror=${ACT}></style></mglyph></form></mtext></math></form>`
    ],
    ['svg and style (a mutation)', `<svg></p><style><a id="</style><img src=1 onerror=${ACT}>"></svg>`],
    [
      'svg, desc and noscript',
      `<svg><desc><noscript><p title="</noscript><img src=x onerror=${ACT}>"></noscript></desc></svg>`
    ],
    ['svg and title', `<svg><title><style><img src=x onerror=${ACT}></style></title></svg>`],
    [
      'a foreign object',
      `<svg><foreignObject><iframe srcdoc="<script>${ACT}</script>"></iframe><img src=x onerror=${ACT}></foreignObject></svg>`
    ],
    [
      'annotations of formulas',
      `<math><annotation-xml encoding="text/html"><style><img src=x onerror=${ACT}></style></annotation-xml></math>`
    ],
    [
      'a deep nest (a mutation)',
      `${'<div>'.repeat(506)}<svg><style><a title="</style><img src=x onerror=${ACT}>">`
    ],
    [
      'a select (a mutation)',
      `<select><template><style><!--</style><a rel="--></style></select><img src=x onerror=${ACT}>">`
    ],
    ['a broken table', `<table><svg><style></table><img src=x onerror=${ACT}></style>`],
    [
      'svg that acts',
      `<svg><animate onbegin="${ACT}" attributeName=x dur=1s /><set attributeName=href to="javascript:${ACT}"/></svg>`
    ],
    [
      'a link that svg changes',
      `<svg><a><animate attributeName=href values="javascript:${ACT}"/><text x=9 y=9>x</text></a></svg>`
    ],
    [
      'svg that loads',
      `<svg><image href="${ask('svg-image')}"/><image xlink:href="${ask('svg-xlink')}"/><use href="${ask('use')}#x"/><feImage href="${ask('fe')}"/><script href="${ask('svg-script')}"/></svg>`
    ],
    [
      'svg that paints from elsewhere',
      `<svg><rect width=9 height=9 fill="url(${ask('paint')}#x)" mask="url('${ask('mask')}')"/></svg>`
    ],
    [
      'frames',
      `<iframe src="${ask('frame')}"></iframe><iframe srcdoc="<script>${ACT}</script>"></iframe><frameset><frame src="${ask('frameset')}"></frameset>`
    ],
    [
      'objects',
      `<object data="${ask('object')}"></object><embed src="${ask('embed')}"><applet code="${ask('applet')}"></applet>`
    ],
    [
      'objects with data',
      `<object data="data:text/html,<script>${ACT}</script>"></object><embed src="data:image/svg+xml,<svg onload='${ACT}' xmlns='http://www.w3.org/2000/svg'/>">`
    ],
    [
      'portals and fences',
      `<portal src="${ask('portal')}"></portal><fencedframe src="${ask('fence')}"></fencedframe><webview src="${ask('webview')}"></webview>`
    ],
    ['a base', `<base href="${host}/base/" target="_top"><img src="by-base.png"><a href="x">x</a>`],
    [
      'a refresh',
      `<meta http-equiv="refresh" content="0;url=${ask('refresh')}"><meta http-equiv=Set-Cookie content="a=b">`
    ],
    [
      'a policy of its own',
      `<meta http-equiv="Content-Security-Policy" content="default-src *"><img src="${ask('own-policy')}">`
    ],
    [
      'links that load',
      `<link rel=stylesheet href="${ask('css')}"><link rel=preload as=image href="${ask('preload')}"><link rel=dns-prefetch href="${host}"><link rel=manifest href="${ask('manifest')}"><link rel=icon href="${ask('icon')}">`
    ],
    [
      'pictures of elsewhere',
      `<img src="${ask('img')}" srcset="${ask('srcset')} 1x, ${ask('srcset2')} 2x"><picture><source srcset="${ask('source')}"><img src="${ask('picture')}"></picture>`
    ],
    [
      'pictures without a scheme',
      `<img src="${host.replace(/^http:/, '')}/schemeless"><img src="\\\\${host.replace(/^http:\/\//, '')}\\backslash"><img src=" \n${ask('blanks')}"><img src="ht\ntp${host.slice(4)}/broken">`
    ],
    [
      'pictures of other kinds',
      `<input type=image src="${ask('input')}"><img lowsrc="${ask('lowsrc')}" dynsrc="${ask('dynsrc')}"><table background="${ask('table')}"><tr background="${ask('tr')}"><td background="${ask('td')}">x</table>`
    ],
    [
      'video and sound',
      `<video src="${ask('video')}" poster="${ask('poster')}" autoplay><source src="${ask('video-source')}"><track src="${ask('track')}" default kind=captions></video><audio src="${ask('audio')}" autoplay></audio>`
    ],
    [
      'style attributes that load',
      `<p style="background:url(${ask('bg')});list-style-image:url('${ask('list')}');cursor:url(${ask('cursor')}),auto">x<i style="content:url(${ask('content')})">y</i>`
    ],
    [
      'style attributes with escapes',
      `<p style="background:u\\72l(${ask('escape')})">x<p style="background:\\75 RL(${ask('escape2')})">y<p style="background:url(/*x*/${ask('comment')})">z`
    ],
    [
      'style sheets that load',
      `<style>@import "${ask('import')}";@import url(${ask('import-url')});p{background:image-set("${ask('image-set')}" 1x)}@font-face{font-family:x;src:url(${ask('font')})}body{font-family:x}</style><p>x`
    ],
    [
      'style sheets with escapes',
      `<style>@im\\70ort "${ask('import-escape')}";p{background:\\75\\72\\6c(${ask('css-escape')})}*{--a:url(${ask('custom')});background:var(--a)}</style><p>x`
    ],
    [
      'style sheets that spell',
      `<style>input[value^=a]{background:url(${ask('spell')})}@namespace url(${ask('namespace')});@page{background:url(${ask('page')})}</style><input value=abc>`
    ],
    [
      'style that covers',
      `<style>html{position:fixed;inset:0;z-index:99999}</style><div style="position:fixed;inset:0;z-index:2147483647;background:red">Sign in</div>`
    ],
    [
      'old style',
      `<p style="behavior:url(${ask('behavior')});-moz-binding:url(${ask('binding')});width:expression(${ACT})">x`
    ],
    [
      'forms that send',
      `<form id=f action="${ask('form')}" method=post><input name=a value=b><button formaction="${ask('formaction')}">x</button></form><button form=f formaction="javascript:${ACT}">y</button><isindex action="${ask('isindex')}">`
    ],
    [
      'links that tell',
      `<a href="${ask('link')}" ping="${ask('ping')}" target=_top rel=opener download>x</a><area href="${ask('area')}" ping="${ask('area-ping')}">`
    ],
    [
      'links to everything above',
      `<a href="${ask('top')}" target="_top">a</a><a href="${ask('parent')}" target="_parent">b</a><a href="${ask('blank')}" target="_blank">c</a>`
    ],
    [
      'script addresses',
      `<a href="javascript:${ACT}">a</a><a href="JaVa&#x09;ScRiPt&colon;${ACT}">b</a><a href="\u0001javascript:${ACT}">c</a><a href="&#14;  javascript:${ACT}">d</a><a href="vbscript:x">e</a>`
    ],
    [
      'data and blob addresses',
      `<a href="data:text/html,<script>${ACT}</script>">a</a><a href="blob:galley://app/1">b</a><img src="data:text/html,<script>${ACT}</script>"><a href="galley://app/source">c</a><a href="file:///etc/passwd">d</a>`
    ],
    [
      'names that hide the document’s own',
      `<img name=querySelectorAll><img name=head><img name=body><form name=documentElement></form><img name=createElement><img id=title name=title><p>x`
    ],
    [
      'names that hide an element’s own',
      `<form><input name=attributes><input name=removeAttribute><input name=childNodes><input name=parentNode><input name=tagName><input name=ownerDocument><p onclick="${ACT}">x</form>`
    ],
    [
      'marks of the preview itself',
      `<a data-link="javascript:${ACT}">x</a><p data-galley-here data-link="${ask('data-link')}">y`
    ],
    ['custom elements', `<x-a is=script onclick="${ACT}">x</x-a><button is=x-b onclick="${ACT}">y</button>`],
    [
      'event attributes with names of tomorrow',
      `<p onwhatever="${ACT}" oncontentvisibilityautostatechange="${ACT}" style="content-visibility:auto">x`
    ],
    [
      'a picture with a script in it',
      `<img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='${ACT}'><script>${ACT}</script><image href='${ask('in-svg')}'/></svg>">`
    ]
  ]
}
