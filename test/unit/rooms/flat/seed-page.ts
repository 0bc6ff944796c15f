/** A page with something of each kind, spelled in its own way here and there. */
export const seedPage = `<body>
  <header></header>
  <main>
    <div>
      <h1 id="harbour">The <em>harbour</em> at night</h1>
      <p>Boats <b>come</b> in &amp; go <a href="/out" target="_blank">out</a> again.</p>
      <p class=lead>A second line, with <mark>a mark</mark> &#8211; and a picture <img src="./a.png" alt="boat">.
      <ul>
        <li>nets</li>
        <li><p>ropes</p><ol start="3"><li>thin</li><li>thick</ol></li>
      </ul>
      <!-- kept -->
      <blockquote><p>Who waits <i>long</i> enough</p><p>sails.</p></blockquote>
      <div class="Cards  (wide)">
        <div><div>one</div><div><p>first</p><p>card</p></div></div>
        <div><div>two</div><div><h3>second</h3>plain words</div><div></div></div>
      </div>
      <pre><code class="language-sh">tide --in
tide --out</code></pre>
    </div>
    <div>
      <h2>Times</h2>
      <table><thead><tr><th>day<th>high</thead><tbody><tr><td>Monday</td><td>6:10</td></tr><tr><td>Tuesday</td><td>6:58</td></tr></tbody></table>
      <hr/>
      <p>Last <sup>line</sup> of <code>all</code>.</p>
    </div>
  </main>
  <footer></footer>
</body>
`
