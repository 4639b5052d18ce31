"""Whether an endpoint is there at all, before the first token is spent."""

from contextlib import closing

from agent.model.client import OpenAIModel
from agent.model.errors import ModelError
from agent.settings import ModelSettings

PATIENCE = 5.0


def reach(settings: ModelSettings, api_key: str) -> str:
    """What is wrong with the endpoint, in one sentence; empty when it answers.

    Asks for the list of models, which costs nothing. An endpoint without such a list counts as
    there.
    """
    import openai

    quick = settings.model_copy(update={"timeout": PATIENCE})
    try:
        with closing(OpenAIModel(quick, api_key)) as model:
            names = model.offered()
    except ModelError as error:
        return error.message
    except openai.AuthenticationError:
        return f"{settings.base_url or 'api.openai.com'} refuses the API key."
    except (openai.APIConnectionError, openai.APITimeoutError):
        return f"{settings.base_url or 'api.openai.com'} cannot be reached."
    except (openai.APIError, ValueError, AttributeError, TypeError):
        return ""
    if names and settings.name not in names and len(names) <= 200:
        near = ", ".join(names[:5])
        return f"The endpoint has no model {settings.name!r}; it offers {near}."
    return ""
