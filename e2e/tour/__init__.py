"""Every screen and state of the web app on a real server, for pictures (`make gallery`) and accessibility checks."""
