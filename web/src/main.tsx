import { render } from 'preact';
import { App } from './app';
import { followLinks } from './router';
import { applyTheme } from './theme';
import './styles/tokens.css';
import './styles/base.css';
import './styles/people.css';

applyTheme();
followLinks();
const root = document.getElementById('app');
if (root) render(<App />, root);
