/** A panel that folds to its title; whether it is folded survives a reload. */

import type { ComponentChildren } from "preact";
import { folded, toggleFold } from "../state/prefs";

interface Props {
  name: string;
  title: string;
  extra?: ComponentChildren;
  grow?: boolean;
  children: ComponentChildren;
}

export function Panel({ name, title, extra, grow, children }: Props) {
  const shut = folded.value[name] ?? false;
  return (
    <section class={`panel ${name}${grow && !shut ? " grow" : ""}${shut ? " shut" : ""}`} aria-label={title}>
      <header>
        <button class="fold" aria-expanded={!shut} onClick={() => toggleFold(name)}>
          <span class="chevron" aria-hidden="true" />
          {title}
        </button>
        {!shut && extra}
      </header>
      {!shut && <div class="body">{children}</div>}
    </section>
  );
}
