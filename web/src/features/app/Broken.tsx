import { Component, type ReactNode } from 'react';
import { useStrings } from '../../strings';
import { Blank } from '../../ui/bits';
import { Button } from '../../ui/Button';

/** A page that failed to load or to draw says so, instead of leaving an empty window; another page may still work. What waits to be sent is kept. */
export class Broken extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  readonly #again = () => { this.setState({ failed: false }); };

  override componentDidMount() {
    window.addEventListener('hashchange', this.#again);
  }

  override componentWillUnmount() {
    window.removeEventListener('hashchange', this.#again);
  }

  override render() {
    return this.state.failed ? <Sorry /> : this.props.children;
  }
}

function Sorry() {
  const { t } = useStrings();
  return (
    <main className="gate" id="main">
      <Blank title={t.broken.title} action={<Button look="primary" onClick={() => { location.reload(); }}>{t.common.reload}</Button>}>{t.broken.say}</Blank>
    </main>
  );
}
